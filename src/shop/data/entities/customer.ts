/** Customers and their addresses (customers 1). Unset text is null; fields are spelled as the API documents spell them. */

export type Flag = 0 | 1;

export interface CustomerDoc {
  readonly id: number;
  readonly website_id: number;
  /** Store view of origin; 0 = none. In no result. */
  readonly store_id: number;
  /** As it was given; upper and lower case count as equal. */
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
  /** scrypt string with its parameters: never in a result, never in a log, never a filter field. */
  readonly password_hash: string;
  /** The key that the customer still has to confirm; null = confirmed. */
  readonly confirmation: string | null;
  /** Name of the store view at the time of creation; "Admin" for none. */
  readonly created_in: string;
  /** IDs of the default addresses: the flags of an address are read from here, so there is never more than one. */
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
  /** 0 keeps the customer from signing in. */
  readonly is_active: Flag;
  readonly disable_auto_group_change: Flag;
  readonly reward_update_notification: Flag | null;
  readonly reward_warning_notification: Flag | null;
  /** The newsletter; null = never subscribed. Part of the customer, so it follows the e-mail address by itself. */
  readonly subscription: "subscribed" | "unsubscribed" | null;
  readonly last_logged_in: string | null;
  /** Custom attributes that have a value, by code (customers 7.4). */
  readonly custom: Readonly<Record<string, string | number>>;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An attribute that the shop adds to its customers (customers 7.4). */
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
  /** With a region_id of the directory, its name there. */
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
