import re
def sub(path, pairs):
    t=open(path).read()
    for a,b in pairs:
        assert t.count(a)>=1,(path,a)
        t=t.replace(a,b)
    open(path,'w').write(t)
S='spec/schemas/'
sub(S+'product_data.yaml',[
 (' Per website. Default: 1."',' Per website."'),
 (' Per store view. Default: 4.',' Per store view.'),
 ('or a configured product class. Per website. Default: 0.','or a configured product class. Per website.'),
 ('''    options_container:
      title: ProductChangesOptionsContainer
      description: "container1 info column, container2 block after it. Per store view. Default: container1."
      type: string
      enum: [container1, container2, ""]
''','''    options_container:
      $ref: "#/components/schemas/OptionsContainerOrEmpty"
      description: container1 info column, container2 block after it. Per store view.
'''),
 ('''      title: ProductChangesPageLayout
      description: empty, one_column, two_columns_left, two_columns_right or three_columns. Per store view.
      type: string
      enum: [empty, one_column, two_columns_left, two_columns_right, three_columns, ""]
''','''      $ref: "#/components/schemas/PageLayoutOrEmpty"
      description: empty, one_column, two_columns_left, two_columns_right or three_columns. Per store view.
'''),
 ('''      title: ProductChangesMsrpEnabled
      description: '"1" minimum advertised price applies, "0" not, "2" as configured. Per website.'
      type: string
      enum: ["0", "1", "2", ""]
''','''      $ref: "#/components/schemas/MsrpEnabledOrEmpty"
      description: '"1" minimum advertised price applies, "0" not, "2" as configured. Per website.'
'''),
 ('''      title: ProductChangesMsrpDisplayActualPriceType
      description: >-''','''      $ref: "#/components/schemas/MsrpDisplayOrEmpty"
      description: >-'''),
 ('''        configured. Per website.
      type: string
      enum: ["1", "2", "3", "4", ""]
''','''        configured. Per website.
'''),
 ('''at most 1000; replaces the list. Default: the only website when there is
        just one, else none.''','''at most 1000; replaces the list.'''),
 ('''Kept assignments keep their position, new ones get 1.
        Default: none.''','''Kept assignments keep their position, new ones get 1.'''),
 ('''  x-without: [sku]
  required: [name]
''','''  x-without: [sku]
  x-defaults: { status: 1, visibility: 4, tax_class_id: 0, options_container: container1, category_ids: [] }
  x-left-out: { website_ids: "the only website when there is just one, else none" }
  required: [name]
'''),
 ('bundle products. Default: 0.','bundle products. 0 for a new product when left out.'),
 ('0 out of stock. Default: 1 when qty is above the lowest quantity. Becomes','0 out of stock. Left out for a new product: 1 when qty is above the lowest quantity. Becomes'),
])
sub(S+'catalog.yaml',[
 ('taken name gets _1, _2 and so on. Ignored on update. Default: image.\n      type: string\n      x-default: image','taken name gets _1, _2 and so on. Of a new image `image` when left out; ignored on update.\n      type: string'),
 ('per store view. Default: none."','per store view."'),
 ('per store view. Default: behind the last image of the product, the first one being 1.','per store view.'),
 ('gallery, per store view. Default: false."','gallery, per store view."'),
 ('  x-like: ImageChanges\n','  x-like: ImageChanges\n  x-defaults: { label: "", exclude: false }\n  x-left-out: { position: "behind the last image of the product, the first one being 1" }\n'),
 ('type: string, enum: [""] }','type: string, maxLength: 0 }'),
 ('AttributeYesNo: {','''PageLayout:
  title: PageLayout
  description: empty, one_column, two_columns_left, two_columns_right or three_columns.
  type: string
  enum: [empty, one_column, two_columns_left, two_columns_right, three_columns]
OptionsContainer:
  title: OptionsContainer
  description: Where options are shown, container1 or container2.
  type: string
  enum: [container1, container2]
MsrpEnabled:
  title: MsrpEnabled
  description: '"1" minimum advertised price applies, "0" not, "2" as configured.'
  type: string
  enum: ["0", "1", "2"]
MsrpDisplay:
  title: MsrpDisplay
  description: When the price is shown.
  type: string
  enum: ["1", "2", "3", "4"]
DisplayMode:
  title: DisplayMode
  description: What a category page shows.
  type: string
  enum: [PRODUCTS, PAGE, PRODUCTS_AND_PAGE]
AttributeYesNo: {'''),
])
t=open(S+'attribute.yaml').read()
a,b=t.split('NewAttribute:',1)
a=a.replace(' Default: false."','"')
b=b.replace('  x-like: AttributeChanges\n','''  x-like: AttributeChanges
  x-defaults:
    is_unique: false
    is_required: false
    is_configurable: false
    is_searchable: false
    is_visible_in_advanced_search: false
    is_comparable: false
    is_used_for_promo_rules: false
    is_visible_on_front: false
    used_in_product_listing: false
''')
open(S+'attribute.yaml','w').write(a+'NewAttribute:'+b)
sub(S+'category.yaml',[
 ('active. Per store view. Default: true."','active. Per store view."'),
 ('they are not shifted. Default: behind the last one, the first\n        being 1.','they are not shifted.'),
 ('''      title: CategoryChangesDisplayMode
      description: "PRODUCTS, PAGE (a static block) or PRODUCTS_AND_PAGE. Per store view. Default: PRODUCTS."
      type: string
      enum: [PRODUCTS, PAGE, PRODUCTS_AND_PAGE, ""]
''','''      $ref: "#/components/schemas/DisplayModeOrEmpty"
      description: PRODUCTS, PAGE (a static block) or PRODUCTS_AND_PAGE. Per store view.
'''),
 ('shown too. Default: false."','shown too."'),
 ('menu of the shop shows it. Per store view. Default: true."','menu of the shop shows it. Per store view."'),
 ('''      title: CategoryChangesPageLayout
      description: empty, one_column, two_columns_left, two_columns_right or three_columns. Per store view.
      type: string
      enum: [empty, one_column, two_columns_left, two_columns_right, three_columns, ""]
''','''      $ref: "#/components/schemas/PageLayoutOrEmpty"
      description: empty, one_column, two_columns_left, two_columns_right or three_columns. Per store view.
'''),
 ('  x-like: CategoryChanges\n','''  x-like: CategoryChanges
  x-defaults: { is_active: true, display_mode: PRODUCTS, is_anchor: false, include_in_menu: true }
  x-left-out: { position: "behind the last one, the first being 1" }
'''),
])
sub(S+'session.yaml',[
 ('''    - title: CallArgumentObject
      description: The arguments by name, or the object that is the only argument.
      type: object
      additionalProperties: true
''','''    - $ref: "#/components/schemas/CallArgumentObject"
'''),
 ('''    - { title: CallArgumentItemObject, description: An object., type: object, additionalProperties: true }
''','''    - $ref: "#/components/schemas/CallArgumentItemObject"
'''),
 ('''          - { title: CallArgumentElementObject, description: An object., type: object, additionalProperties: true }
''','''          - $ref: "#/components/schemas/CallArgumentElementObject"
'''),
 ('OperationResult:\n','''CallArgumentObject:
  title: CallArgumentObject
  description: The arguments by name, or the object that is the only argument.
  type: object
  additionalProperties: true
CallArgumentItemObject:
  title: CallArgumentItemObject
  description: An object.
  type: object
  additionalProperties: true
CallArgumentElementObject:
  title: CallArgumentElementObject
  description: An object in a list.
  type: object
  additionalProperties: true
OperationResult:
'''),
])
for f,verb in (('shipment','ship'),('invoice','invoice')):
    p=f'spec/namespaces/sales_order_{f}.yaml'
    t=open(p).read()
    m=re.search(r'      - name: itemsQty\n        required: false\n        description: (.*)\n',t); print(m.group(1))
    t=t.replace(m.group(0),f'''      - name: itemsQty
        required: false
        description: >-
          {m.group(1)} Quantities by order item ID, as the sample of the API documents has them, are taken as well:
          `{{"12": 2}}`.
''')
    open(p,'w').write(t)
sub('spec/namespaces/sales_order_creditmemo.yaml',[('''        description: What to refund; everything left when not given.
        schema: { $ref: "#/components/schemas/NewCreditmemo" }''','''        description: >-
          What to refund; everything left when not given. As `items` or `qtys` an object by order item ID is taken as
          well: `{"12": {"qty": 1}}`, as the sample of the API documents has it, or `{"12": 1}`.
        schema: { $ref: "#/components/schemas/NewCreditmemo" }''')])
