/** The installed attributes as tables (catalog 2.3, 2.4); attributes.ts reads them. */
import type { EntityType } from "./entities/catalog.js";

/**
 * Columns: ID · code · input:option list=default value · backend · scope · flags · product types · place in the set ·
 * label. "-" is empty.
 *
 * Flags: R required · U unique · S searchable · F filterable · C comparable · A in advanced search ·
 * L used in product listing · O used for sorting · K configurable · H HTML on front · W wysiwyg ·
 * D user defined · h hidden in forms · ! written by the service only (catalog 2.3): values from callers are ignored.
 * Product types, in the order of answers: s simple · c configurable · g grouped · v virtual · b bundle ·
 * d downloadable.
 * Places: G General · P Prices · M Meta Information · I Images · R Recurring Profile · D Design · F Gift Options.
 */
export const productTable = `
 73 name                text                  varchar  store   RSALOK   -     G1   Name
 74 description         textarea              text     store   RSCAKHW  -     G2   Description
 75 short_description   textarea              text     store   RSCALKHW -     G3   Short Description
 76 sku                 text                  static   global  RUSCAK   -     G4   SKU
 77 price               price                 decimal  website RSFALOK  scvbd P1   Price
 78 special_price       price                 decimal  website LK       scvbd P3   Special Price
 79 special_from_date   date                  datetime website LK       scvbd P4   Special Price From Date
 80 special_to_date     date                  datetime website LK       scvbd P5   Special Price To Date
 81 cost                price                 decimal  website KD       vd    P6   Cost
 82 weight              weight                decimal  global  RK       sb    G5   Weight
 83 manufacturer        select                int      global  SFCAKD   s     -    Manufacturer
 84 meta_title          text                  varchar  store   K        -     M1   Meta Title
 85 meta_keyword        textarea              text     store   K        -     M2   Meta Keywords
 86 meta_description    textarea              varchar  store   K        -     M3   Meta Description
 87 image               media_image           varchar  store   K!       -     I1   Base Image
 88 small_image         media_image           varchar  store   LK!      -     I2   Small Image
 89 thumbnail           media_image           varchar  store   LK!      -     I3   Thumbnail
 90 media_gallery       gallery               varchar  global  K!       -     I4   Media Gallery
 91 old_id              text                  int      global  Kh!      -     G6
 92 group_price         text                  decimal  website K!       scvbd P2   Group Price
 93 tier_price          text                  decimal  website K        scvbd P7   Tier Price
 94 color               select                int      global  SFCAKD   s     -    Color
 95 news_from_date      date                  datetime website LK       -     G7   Set Product as New from Date
 96 news_to_date        date                  datetime website LK       -     G8   Set Product as New to Date
 97 gallery             gallery               varchar  global  K!       -     I5   Image Gallery
 98 status              select:status         int      website RSLK     -     G9   Status
 99 url_key             text                  varchar  store   LK       -     G10  URL Key
100 url_path            text                  varchar  store   Kh!      -     G11
101 minimal_price       price                 decimal  store   Kh!      scvbd P8   Minimal Price
102 is_recurring        select:yes_no         int      global  !        sv    R1   Enable Recurring Profile
103 recurring_profile   text                  text     global  !        sv    R2   Recurring Payment Profile
104 visibility          select:visibility=4   int      store   RK       -     G12  Visibility
105 custom_design       select:custom_design  varchar  store   K        -     D1   Custom Design
106 custom_design_from  date                  datetime store   K        -     D2   Active From
107 custom_design_to    date                  datetime store   K        -     D3   Active To
108 custom_layout_update textarea              text     store   K        -     D4   Custom Layout Update
109 page_layout         select:page_layout    varchar  store   K        -     D5   Page Layout
110 category_ids        text                  static   global  Kh       -     G13
111 options_container   select:options_container=container1 varchar  store   K        -     D6   Display Product Options In
112 required_options    text                  static   global  LKh!     -     G14
113 has_options         text                  static   global  Kh!      -     G15
114 image_label         text                  varchar  store   Lh       -     G16  Image Label
115 small_image_label   text                  varchar  store   Lh       -     G17  Small Image Label
116 thumbnail_label     text                  varchar  store   Lh       -     G18  Thumbnail Label
117 created_at          text                  static   global  RKh!     -     G19
118 updated_at          text                  static   global  RKh!     -     G20
119 country_of_manufacture select:country        varchar  website -        scbg  G21  Country of Manufacture
120 msrp_enabled        select:msrp_enabled=2 varchar  website LK       sbcvd P9   Apply MAP
121 msrp_display_actual_price_type select:msrp_display=4 varchar  website LK       sbcvd P10  Display Actual Price
122 msrp                price                 decimal  website LK       sbcvd P11  Manufacturer's Suggested Retail Price
123 tax_class_id        select:tax_class      int      website RSALK    scvdb P12  Tax Class
124 gift_message_available select:yes_no         varchar  global  -        -     F1   Allow Gift Message
125 price_type          -:yes_no              int      global  RLh      b     G22
126 sku_type            -:yes_no              int      global  Rh       b     G23
127 weight_type         -:yes_no              int      global  RLh      b     G24
128 price_view          select:price_view     int      global  RL       b     P13  Price View
129 shipment_type       -:yes_no              int      global  RLh      b     G25  Shipment
130 links_purchased_separately -                     int      global  RLh      d     G26  Links can be purchased separately
131 samples_title       -                     varchar  store   Rh       d     G27  Samples title
132 links_title         -                     varchar  store   Rh       d     G28  Links title
133 links_exist         -=0                   int      global  Lh!      d     G29
`;

export interface AttributeTables {
  readonly product?: string;
  readonly category?: string;
}

/** Rows that were added in a version of the data; versions count from 2. */
interface LaterRows extends AttributeTables {
  readonly version: number;
}

/**
 * Rows that were added after the first release, oldest version first. A new shop starts with them; a shop
 * with older data gets them at its next start (migrations/migrations.ts). So a released version must not
 * change. Columns as in the tables.
 */
const later = [] as const satisfies readonly LaterRows[];
export const laterRows: readonly LaterRows[] = later;

/** Columns as above. Places: I General Information · D Display Settings · C Custom Design. */
export const categoryTable = `
 43 name                text                  varchar  store   R        -     I1   Name
 44 is_active           select:yes_no=1       int      store   R        -     I2   Is Active
 45 url_key             text                  varchar  store   -        -     I3   URL Key
 46 description         textarea              text     store   -        -     I4   Description
 47 image               image                 varchar  store   -        -     I5   Image
 48 meta_title          text                  varchar  store   -        -     I6   Page Title
 49 meta_keywords       textarea              text     store   -        -     I7   Meta Keywords
 50 meta_description    textarea              text     store   -        -     I8   Meta Description
 51 display_mode        select:display_mode=PRODUCTS varchar  store   -        -     D10  Display Mode
 52 landing_page        select                int      store   -        -     D20  CMS Block
 53 is_anchor           select:yes_no=0       int      global  -        -     D30  Is Anchor
 54 path                -                     static   global  !        -     I12  Path
 55 position            -                     static   global  -        -     I13  Position
 56 all_children        -                     text     global  !        -     I14
 57 path_in_store       -                     text     global  !        -     I15
 58 children            -                     text     global  !        -     I16
 59 url_path            -                     varchar  store   !        -     I17
 60 custom_design       select:custom_design  varchar  store   -        -     C10  Custom Design
 61 custom_design_from  date                  datetime store   -        -     C30  Active From
 62 custom_design_to    date                  datetime store   -        -     C40  Active To
 63 page_layout         select:page_layout    varchar  store   -        -     C50  Page Layout
 64 custom_layout_update textarea              text     store   -        -     C60  Custom Layout Update
 65 level               -                     static   global  !        -     I24  Level
 66 children_count      -=0                   static   global  !        -     I25  Children Count
 67 available_sort_by   multiselect:sort_by   text     store   R        -     D40  Available Product Listing Sort By
 68 default_sort_by     select:sort_by        varchar  store   R        -     D50  Default Product Listing Sort By
 69 include_in_menu     select:yes_no=1       int      store   R        -     I10  Include in Navigation Menu
 70 custom_use_parent_settings select:yes_no         int      store   -        -     C5   Use Parent Category Settings
 71 custom_apply_to_products select:yes_no         int      store   -        -     C6   Apply To Products
 72 filter_price_range  text                  decimal  store   -        -     D51  Layered Navigation Price Step
`;

/**
 * The codes of the installed attributes whose values callers write. Those of backend static have no values of their own:
 * they are parts of a record.
 */
export type WritableCode<Entity extends EntityType> = CodesOf<TableOf<Tables[number], Entity>>;

type Tables = readonly [
  { readonly product: typeof productTable; readonly category: typeof categoryTable },
  ...typeof later,
];

type TableOf<Rows, Entity extends keyof AttributeTables> = Rows extends {
  readonly [E in Entity]: infer Table;
}
  ? Table
  : never;

type CodesOf<Table, Found = never> = Table extends `${infer Line}\n${infer Rest}`
  ? CodesOf<Rest, Found | CodeOf<Line>>
  : Found | CodeOf<Table>;

type CodeOf<Line> = Line extends ` ${infer Rest}`
  ? CodeOf<Rest>
  : Line extends `${number} ${infer Code} ${infer Columns}`
    ? Columns extends `${string} static ${string}` | `${string}! ${string}`
      ? never
      : Code
    : never;
