/** Customers and their addresses (customers 1). Unset text is null; fields are named as in the API documents. */

export type Flag = 0 | 1;

export interface CustomerDoc {
  readonly id: number;
  readonly website_id: number;
  /** Store view of origin; 0 = none. Not in results, except at the XML doors. */
  readonly store_id: number;
  /** As given. Compared ignoring case. */
  readonly email: string;
  readonly group_id: number;
  readonly prefix: string | null;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly suffix: string | null;
  /** `YYYY-MM-DD` */
  readonly dob: string | null;
  readonly taxvat: string | null;
  /** 1 male, 2 female. */
  readonly gender: 1 | 2 | null;
  /** scrypt hash with its parameters. Never in a result, in a log, or a filter field. */
  readonly password_hash: string;
  /** The key that the customer must still confirm; null = confirmed. */
  readonly confirmation: string | null;
  /** Name of the store view at the time of creation; "Admin" for none. */
  readonly created_in: string;
  /** IDs of the default addresses. The flags of addresses are derived from them, so there is at most one. */
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
  /** 0 prevents the customer from signing in. */
  readonly is_active: Flag;
  readonly disable_auto_group_change: Flag;
  readonly reward_update_notification: Flag | null;
  readonly reward_warning_notification: Flag | null;
  /** The newsletter subscription; null = never subscribed. */
  readonly subscription: "subscribed" | "unsubscribed" | null;
  readonly last_logged_in: string | null;
  /** The values of custom attributes by code (customers 7.4). */
  readonly custom: Readonly<Record<string, string | number>>;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A custom attribute of customers (customers 7.4). */
export interface CustomAttribute {
  readonly code: string;
  readonly type: "text" | "int" | "date" | "boolean";
  readonly visible_on_front: boolean;
  readonly required: boolean;
}

export interface AddressDoc {
  readonly id: number;
  readonly customer_id: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly middlename: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly company: string | null;
  /** Lines joined by LF. */
  readonly street: string;
  readonly city: string;
  /** The name from the directory if there is a region_id. */
  readonly region: string | null;
  readonly region_id: number | null;
  readonly postcode: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_id: string;
  readonly telephone: string;
  readonly fax: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
