/** A sale with the names for its numbers; its plan is the club that one of its items redeemed. */
const saleColumns = `
    s.OBJID, s.SALEID as SALE_ID, substring(cast(s.CREATED as varchar(24)) from 1 for 19) as CREATED,
    t.NAME as TERMINAL, e.NUMBER as EMPLOYEE, s.CODE, s.CUSTOMER,
    (select first 1 pt.NAME
      from SALEITEM si join CUSTOMERPLAN cp on cp.OBJID = si.CUSTOMERPLAN join PLANTYPE pt on pt.OBJID = cp.PLANTYPE
      where si.SALE = s.OBJID and pt.KIND = 'U' order by si.OBJID) as PLAN_NAME,
    cast(s.TOTAL * 100 as integer) as TOTAL, cast(coalesce(s.TAX, 0) * 100 as integer) as TAX, s.STATUSCODE as STATUS
    from SALE s
    join SITE x on x.OBJID = s.SITE and x.SITENUMBER = ?
    left join TERMINAL t on t.OBJID = s.TERMINAL
    left join EMPLOYEE e on e.OBJID = s.EMPLOYEE`;

/** The customer's fields that Washdesk writes; `writes/customer-row.ts` passes the values in this order. */
const memberColumns = [
  'FIRSTNAME',
  'LASTNAME',
  'EMAIL',
  'PHONE',
  'CITY',
  'STATE',
  'ZIP',
  'COUNTRY',
  'MAKE',
  'MODEL',
  'COLOR',
  'ISCOMMERCIAL',
  'TAXEXEMPT',
];

/**
 * All SQL for Sitewatch in one place: its real schema is not public, so an installer may have to adapt these statements. The driver reads
 * the names after `as`; CHAR columns are padded and get trimmed. Times are passed as text, because the library loses the milliseconds of a
 * timestamp. Money is read as integer cents: the library turns NUMERIC(9,2) into a fraction, and the product of two exact numbers is exact
 * in Firebird.
 */
export const sitewatchSql = {
  probe: 'select 1 as ALIVE from RDB$DATABASE',

  /** The character set of customers' names, which stands for the whole database. */
  declaredCharset: `
    select trim(c.RDB$CHARACTER_SET_NAME) as NAME
    from RDB$RELATION_FIELDS r
    join RDB$FIELDS f on f.RDB$FIELD_NAME = r.RDB$FIELD_SOURCE
    join RDB$CHARACTER_SETS c on c.RDB$CHARACTER_SET_ID = f.RDB$CHARACTER_SET_ID
    where r.RDB$RELATION_NAME = 'CUSTOMER' and r.RDB$FIELD_NAME = 'FIRSTNAME'`,

  employee: `
    select NUMBER, coalesce(FIRSTNAME, '') as FIRST_NAME, coalesce(LASTNAME, '') as LAST_NAME, ACTIVE
    from EMPLOYEE where NUMBER = ?`,

  /** Current employees before former ones. */
  employees: `
    select NUMBER, coalesce(FIRSTNAME, '') as FIRST_NAME, coalesce(LASTNAME, '') as LAST_NAME, ACTIVE
    from EMPLOYEE order by iif(ACTIVE = 0, 1, 0), NUMBER rows 1000`,

  /** Parameter: the site's number. */
  terminals: `
    select t.NAME, t.TERMINALTYPE as KIND, t.IPADDRESS as IP_ADDRESS
    from TERMINAL t join SITE s on s.OBJID = t.SITE
    where s.SITENUMBER = ? and t.ACTIVE = 1 order by t.NAME rows 1000`,

  sites: 'select SITENUMBER as NUMBER, NAME, STATE from SITE order by SITENUMBER rows 1500',

  makes: 'select ID, NAME from MAKE order by NAME, ID rows 1500',
  models: 'select ID, NAME, MAKE from MODEL order by NAME, ID rows 1500',
  modelsOfMake: 'select ID, NAME, MAKE from MODEL where MAKE = ? order by NAME, ID rows 1500',
  colors: 'select ID, NAME from COLOR order by NAME, ID rows 1500',

  clubPlans: `
    select OBJID, NAME, REDEEMID as REDEEM_ID, CLUBACCESS as CLUB_ACCESS, ISSTRIPE as IS_STRIPE, PRODUCTCLASS as PRODUCT_CLASS, ACTIVE
    from PLANTYPE where KIND = 'U' order by NAME, OBJID rows 1500`,

  /** Parameters: how many, the site's number and the first day. */
  topSellers: `
    select first ? i.OBJID, i.NAME
    from SALE s
    join SITE x on x.OBJID = s.SITE and x.SITENUMBER = ?
    join SALEITEM si on si.SALE = s.OBJID
    join ITEM i on i.OBJID = si.ITEM
    where s.CREATED >= cast(cast(? as varchar(10)) as date) and s.STATUSCODE = 0
    group by i.OBJID, i.NAME order by sum(si.QTY) desc, i.OBJID`,

  /** USED is zero or negative, so the remaining amount is CREDIT + USED. */
  giftCards: `
    select p.OBJID, k.CODE, t.NAME as PLAN_NAME, cast(p.CREDIT * 100 as integer) as CREDIT, cast(p.USED * 100 as integer) as USED
    from CUSTOMERCODE k join CUSTOMERPLAN p on p.CUSTOMERCODE = k.OBJID join PLANTYPE t on t.OBJID = p.PLANTYPE
    where k.CODE = ? and t.KIND = 'G' order by p.OBJID rows 100`,

  /** Parameters: how many, the site's number and the code. */
  salesOfCode: `select first ? ${saleColumns} where s.CODE = ? order by s.CREATED desc, s.OBJID desc`,
  saleByNumber: `select ${saleColumns} where s.SALEID = ?`,
  itemsOfSale: `
    select i.NAME, si.QTY as QUANTITY, cast(si.AMOUNT * 100 as integer) as AMOUNT
    from SALEITEM si join ITEM i on i.OBJID = si.ITEM where si.SALE = ? order by si.OBJID rows 100`,
  tendersOfSale: `
    select TENDERTYPE as KIND, cast(AMOUNT * 100 as integer) as AMOUNT, REFERENCE
    from TENDER where SALE = ? order by OBJID rows 100`,
  discountsOfSale: `
    select DISCOUNT_TYPE, cast(coalesce(AMOUNT_SAVED, 0) * 100 as integer) as AMOUNT_SAVED, EXTENDED_DESCRIPTION as DESCRIPTION
    from SALEDISCOUNT where SALE = ? order by OBJID rows 100`,

  /**
   * New sales. With an outbox, its rows are deleted in the snapshot in which they were read: a row committed later, under any number,
   * stays. Without one, by the sales' own ids. A tender with a usage id means that Washdesk wrote the sale.
   */
  outboxExists: "select count(*) as FOUND from RDB$RELATIONS where RDB$RELATION_NAME = 'OUTBOX'",
  salesInOutbox: "select first 200 SEQ, OBJID from OUTBOX where KIND = 'SALE' order by SEQ",
  forgetInOutbox: "delete from OUTBOX where KIND = 'SALE' and SEQ <= ?",
  /** Deletes changes of codes and plans, which have no reader: the cloud sends those to Sitewatch, not the other way round. */
  forgetUnused: "delete from OUTBOX where KIND <> 'SALE' order by SEQ rows 1000",
  newestSale: 'select coalesce(max(OBJID), 0) as OBJID from SALE',
  salesAbove: 'select OBJID from SALE where OBJID > ? order by OBJID rows 1500',
  registerSale: `
    select ${saleColumns}
    where s.OBJID = ? and not exists (select 1 from TENDER d where d.SALE = s.OBJID and d.TENDERTYPE = 'WASHDESK')`,

  customerExists: 'select OBJID from CUSTOMER where OBJID = ?',
  /** Parameters: ten codes, unused ones null. */
  customersOfCodes: 'select distinct CUSTOMER as OBJID from CUSTOMERCODE where CODE in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',

  discountsOfCustomer: `
    select d.SOURCE_SYSTEM, d.DISCOUNT_TYPE, x.SITENUMBER as SITE,
      substring(cast(d.TRANSACTION_DATE as varchar(24)) from 1 for 19) as AT_TIME,
      cast(coalesce(d.AMOUNT_SAVED, 0) * 100 as integer) as AMOUNT_SAVED, d.EXTENDED_DESCRIPTION as DESCRIPTION
    from SALEDISCOUNT d left join SITE x on x.OBJID = d.SITE
    where d.CUSTOMER = ? order by d.TRANSACTION_DATE desc nulls last, d.OBJID desc rows 200`,

  /**
   * A disabled code has another text (`ABC1234-IL~17`), so its old text does not find it. One query returns a row for each code and each
   * club plan of the customer, because a register is waiting. Kind U are unlimited clubs; G, gift cards, are not plans.
   */
  customerByCode: `
    with BEARER as (
      select c.OBJID, coalesce(c.FIRSTNAME, '') as FIRST_NAME, coalesce(c.LASTNAME, '') as LAST_NAME
      from CUSTOMERCODE k join CUSTOMER c on c.OBJID = k.CUSTOMER
      where k.CODE = ?)
    select b.*, k.OBJID as ROW_ID, k.CODE, null as PLAN_NAME, null as PRODUCT_CLASS, null as STARTS, null as EXPIRES
    from BEARER b join CUSTOMERCODE k on k.CUSTOMER = b.OBJID
    union all
    select b.*, p.OBJID, null, t.NAME, t.PRODUCTCLASS, cast(p.STARTS as varchar(10)), cast(p.EXPIRES as varchar(10))
    from BEARER b join CUSTOMERPLAN p on p.CUSTOMER = b.OBJID join PLANTYPE t on t.OBJID = p.PLANTYPE and t.KIND = 'U'
    order by 4 rows 200`,

  /** Parameters: the maximum count, and the objid after which to start. */
  codesAfter: 'select first ? OBJID, CUSTOMER, CODE from CUSTOMERCODE where OBJID > ? and CUSTOMER is not null order by OBJID',
  codesOfCustomer: 'select OBJID, CODE from CUSTOMERCODE where CUSTOMER = ? order by OBJID rows 100',

  /** Parameters: the maximum count, and the objid after which to start. */
  customersAfter: `
    select first ? OBJID, coalesce(FIRSTNAME, '') as FIRST_NAME, coalesce(LASTNAME, '') as LAST_NAME, EMAIL, PHONE, CITY, STATE, ZIP, COUNTRY,
      MAKE, MODEL, COLOR, coalesce(ISCOMMERCIAL, 0) as IS_COMMERCIAL, coalesce(TAXEXEMPT, 0) as TAX_EXEMPT
    from CUSTOMER where OBJID > ? order by OBJID`,
  /** Parameters: the first and the last customer. */
  codesOfCustomers: 'select CUSTOMER, CODE from CUSTOMERCODE where CUSTOMER between ? and ? order by CUSTOMER, OBJID',
  /** Parameters: the first and the last customer, and the day after which a running plan expires. */
  stripePlansOfCustomers: `
    select p.CUSTOMER, t.PRODUCTCLASS as PRODUCT_CLASS, cast(p.EXPIRES as varchar(10)) as EXPIRES
    from CUSTOMERPLAN p join PLANTYPE t on t.OBJID = p.PLANTYPE
    where p.CUSTOMER between ? and ? and t.KIND = 'U' and t.ISSTRIPE = 1
      and (p.EXPIRES is null or p.EXPIRES > cast(cast(? as varchar(10)) as date))
    order by p.CUSTOMER, p.EXPIRES desc nulls first, p.OBJID`,

  /** Washdesk's own table: the ids of everything it wrote, in the transaction that wrote it. */
  commandTableExists: "select count(*) as FOUND from RDB$RELATIONS where RDB$RELATION_NAME = 'WD_COMMAND'",
  createCommandTable: `
    create table WD_COMMAND (
      ID varchar(40) not null primary key, RESULT blob sub_type text, CREATED timestamp default current_timestamp not null)`,
  takeCommand: 'insert into WD_COMMAND (ID, CREATED) values (?, cast(cast(? as varchar(24)) as timestamp))',
  // Never a blob over the connection: the library throws an uncatchable error if the connection is lost while it sends one.
  settleCommand: 'update WD_COMMAND set RESULT = cast(? as varchar(8000)) where ID = ?',
  commandExists: 'select count(*) as FOUND from WD_COMMAND where ID = ?',
  newestCommand: 'select substring(cast(max(CREATED) as varchar(24)) from 1 for 19) as AT_TIME from WD_COMMAND',
  lastSaleBefore: 'select coalesce(max(OBJID), 0) as OBJID from SALE where CREATED < cast(cast(? as varchar(24)) as timestamp)',
  commandResult: 'select cast(RESULT as varchar(8000)) as RESULT from WD_COMMAND where ID = ?',

  /** References of a sale, by site number, terminal's name, employee's number and code; null if unknown to Sitewatch. */
  saleParties: `
    select s.OBJID as SITE,
      (select t.OBJID from TERMINAL t where t.SITE = s.OBJID and t.NAME = ?) as TERMINAL,
      (select e.OBJID from EMPLOYEE e where e.NUMBER = ?) as EMPLOYEE,
      (select k.CUSTOMER from CUSTOMERCODE k where k.CODE = ?) as CUSTOMER
    from SITE s where s.SITENUMBER = ?`,

  /** The item that a plan redeems, by the plan's name before its product class, and the customer's own such plan with the latest end. */
  redeemedItem: `
    select first 1 t.REDEEMID as ITEM, p.OBJID as CUSTOMER_PLAN
    from PLANTYPE t left join CUSTOMERPLAN p on p.PLANTYPE = t.OBJID and p.CUSTOMER = ?
    where t.KIND = 'U' and (t.NAME = ? or (t.ISSTRIPE = 1 and t.PRODUCTCLASS = ?))
    order by p.EXPIRES desc nulls last`,

  insertSale: `
    insert into SALE (OBJID, SITE, SALEID, CREATED, TERMINAL, EMPLOYEE, CUSTOMER, CODE, TAX, TOTAL, STATUSCODE)
    values (next value for GEN_OBJID, ?, next value for GEN_SALEID, cast(cast(? as varchar(24)) as timestamp), ?, ?, ?, ?, 0, 0, 0)
    returning OBJID, SALEID as SALE_ID`,
  insertSaleItem: `
    insert into SALEITEM (OBJID, SALE, ITEM, QTY, AMOUNT, CUSTOMERPLAN) values (next value for GEN_OBJID, ?, ?, 1, 0, ?)`,
  /** REFERENCE contains the usage id: a sale with one of Washdesk's ids is not reported back as new. */
  insertTender: `
    insert into TENDER (OBJID, SALE, TENDERTYPE, AMOUNT, REFERENCE) values (next value for GEN_OBJID, ?, 'WASHDESK', 0, ?)`,

  // Statements that write members, codes, plans and gift cards. Dates are passed as text, 'YYYY-MM-DD'.

  siteByNumber: 'select OBJID from SITE where SITENUMBER = ?',

  /** Locks the row until the transaction ends, without a change: two writes about one customer run one after the other. */
  lockCustomer: 'select OBJID from CUSTOMER where OBJID = ? with lock',
  insertCustomer: `
    insert into CUSTOMER (OBJID, ${memberColumns.join(', ')}, SITE, CREATED, MODIFIED)
    values (next value for GEN_OBJID, ${memberColumns.map(() => '?').join(', ')}, ?,
      cast(cast(? as varchar(24)) as timestamp), cast(cast(? as varchar(24)) as timestamp))
    returning OBJID`,
  /** Parameters: the member's columns, the customer, and the same columns again. A row that already has these values is not written. */
  updateCustomer: `
    update CUSTOMER set ${memberColumns.map((column) => `${column} = ?`).join(', ')}
    where OBJID = ? and (${memberColumns.map((column) => `${column} is distinct from ?`).join(' or ')})`,
  clearComment: 'update CUSTOMER set COMMENT = null, ALERT = 0 where OBJID = ? and (COMMENT is not null or ALERT <> 0)',

  eraseCustomer: `
    update CUSTOMER set FIRSTNAME = null, LASTNAME = 'Erased', EMAIL = null, PHONE = null, ADDRESS = null, CITY = null, STATE = null,
      ZIP = null, MAKE = null, MODEL = null, COLOR = null, COMMENT = null, ALERT = 0 where OBJID = ?`,
  eraseDiscounts: 'update SALEDISCOUNT set EXTENDED_DESCRIPTION = null where CUSTOMER = ? and EXTENDED_DESCRIPTION is not null',
  eraseCodesOfSales: 'update SALE set CODE = null where CUSTOMER = ? and CODE is not null',
  /** Parameters: a code and the time of the last sale that is erased. */
  eraseCodeOfStrangersSales: `
    update SALE set CODE = null
    where CODE = ? and CUSTOMER is null and (CREATED is null or CREATED <= cast(cast(? as varchar(24)) as timestamp))`,
  eraseStoredResults: 'delete from WD_COMMAND where RESULT containing ?',

  codeByText: 'select OBJID, CUSTOMER, CODE from CUSTOMERCODE where CODE = ?',
  codeByObjid: 'select OBJID, CUSTOMER, CODE from CUSTOMERCODE where OBJID = ?',
  /** Parameters: a code and the marker after it. Finds the disabled codes that had this text, newest first. */
  codesSwitchedOff: 'select OBJID, CUSTOMER, CODE from CUSTOMERCODE where CODE starting with ? order by OBJID desc rows 100',
  insertCode: `
    insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE, CODETYPE, CREATED)
    values (next value for GEN_OBJID, ?, ?, ?, cast(cast(? as varchar(24)) as timestamp)) returning OBJID`,
  renameCode: 'update CUSTOMERCODE set CODE = ? where OBJID = ?',

  /** A plan runs until the day before EXPIRES. Stripe's plans first, then those that run longest. */
  runningPlans: `
    select p.OBJID, p.CUSTOMERCODE as CODE, t.NAME as PLAN_NAME, t.PRODUCTCLASS as PRODUCT_CLASS, t.ISSTRIPE as IS_STRIPE,
      cast(p.STARTS as varchar(10)) as STARTS, cast(p.EXPIRES as varchar(10)) as EXPIRES
    from CUSTOMERPLAN p join PLANTYPE t on t.OBJID = p.PLANTYPE
    where p.CUSTOMER = ? and t.KIND = 'U' and (p.EXPIRES is null or p.EXPIRES > cast(cast(? as varchar(10)) as date))
    order by t.ISSTRIPE desc, p.EXPIRES desc nulls first, p.OBJID`,
  /** Plans still sold before others. */
  stripePlanOfClass: `
    select first 1 OBJID, NAME as PLAN_NAME from PLANTYPE
    where KIND = 'U' and ISSTRIPE = 1 and PRODUCTCLASS = ? order by ACTIVE desc, OBJID`,
  insertPlan: `
    insert into CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, STARTS, EXPIRES, CREATED)
    values (next value for GEN_OBJID, ?, ?, ?, cast(cast(? as varchar(10)) as date), cast(cast(? as varchar(10)) as date),
      cast(cast(? as varchar(24)) as timestamp))`,
  setPlan: 'update CUSTOMERPLAN set CUSTOMERCODE = ?, EXPIRES = cast(cast(? as varchar(10)) as date) where OBJID = ?',
  /** Moves plans from one code to another. Parameters: the new code, the old code and the first day that counts. */
  movePlans: `
    update CUSTOMERPLAN set CUSTOMERCODE = ?
    where CUSTOMERCODE = ? and (EXPIRES is null or EXPIRES > cast(cast(? as varchar(10)) as date))`,

  /** Parameters: the code and the minimum balance in dollars. Oldest card first. */
  giftCardsHolding: `
    select p.OBJID
    from CUSTOMERCODE k join CUSTOMERPLAN p on p.CUSTOMERCODE = k.OBJID join PLANTYPE t on t.OBJID = p.PLANTYPE
    where k.CODE = ? and t.KIND = 'G' and p.CREDIT + p.USED >= cast(cast(? as varchar(12)) as numeric(9, 2)) order by p.OBJID`,
  deductGiftCard: `
    update CUSTOMERPLAN set USED = USED - cast(cast(? as varchar(12)) as numeric(9, 2))
    where OBJID = ? and CREDIT + USED >= cast(cast(? as varchar(12)) as numeric(9, 2)) returning OBJID`,

  clubPlan: `
    select OBJID, NAME, REDEEMID as REDEEM_ID, CLUBACCESS as CLUB_ACCESS, ISSTRIPE as IS_STRIPE, PRODUCTCLASS as PRODUCT_CLASS, ACTIVE
    from PLANTYPE where OBJID = ? and KIND = 'U' with lock`,
  updateClubPlan: `
    update PLANTYPE set NAME = ?, REDEEMID = ?, CLUBACCESS = ?, ISSTRIPE = ?, PRODUCTCLASS = ?, ACTIVE = ? where OBJID = ?`,
} as const;
