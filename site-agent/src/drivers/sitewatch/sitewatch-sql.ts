/**
 * Everything that is said to Sitewatch, in one place: its real schema is not public (facts, Firebird section 4), so an installer
 * may have to adapt these statements. The names behind `as` are what the driver reads; CHAR columns come padded and are trimmed.
 * Times go in as text, because the library loses the milliseconds of a timestamp.
 */
export const sitewatchSql = {
  probe: 'select 1 as ALIVE from RDB$DATABASE',

  employee: `
    select NUMBER, coalesce(FIRSTNAME, '') as FIRST_NAME, coalesce(LASTNAME, '') as LAST_NAME, ACTIVE
    from EMPLOYEE where NUMBER = ?`,

  employees: `
    select NUMBER, coalesce(FIRSTNAME, '') as FIRST_NAME, coalesce(LASTNAME, '') as LAST_NAME, ACTIVE
    from EMPLOYEE order by NUMBER`,

  /** By the site's number. */
  terminals: `
    select t.NAME, t.TERMINALTYPE as KIND, t.IPADDRESS as IP_ADDRESS
    from TERMINAL t join SITE s on s.OBJID = t.SITE
    where s.SITENUMBER = ? and t.ACTIVE = 1 order by t.NAME`,

  /** A code that was disabled is another text (`ABC1234-IL~17`), so it is not found by its old one. */
  customerByCode: `
    select c.OBJID, coalesce(c.FIRSTNAME, '') as FIRST_NAME, coalesce(c.LASTNAME, '') as LAST_NAME
    from CUSTOMERCODE k join CUSTOMER c on c.OBJID = k.CUSTOMER
    where k.CODE = ?`,

  codesOfCustomer: 'select OBJID, CODE from CUSTOMERCODE where CUSTOMER = ? order by OBJID',

  /** Kind U are unlimited clubs; G, gift cards, are no plans. */
  plansOfCustomer: `
    select t.NAME as PLAN_NAME, t.PRODUCTCLASS as PRODUCT_CLASS,
      cast(p.STARTS as varchar(10)) as STARTS, cast(p.EXPIRES as varchar(10)) as EXPIRES
    from CUSTOMERPLAN p join PLANTYPE t on t.OBJID = p.PLANTYPE
    where p.CUSTOMER = ? and t.KIND = 'U' order by p.OBJID`,

  /** Our own table: the ids of everything we wrote, in the transaction that wrote it. */
  commandTableExists: "select count(*) as FOUND from RDB$RELATIONS where RDB$RELATION_NAME = 'WD_COMMAND'",
  createCommandTable: `
    create table WD_COMMAND (
      ID varchar(40) not null primary key, RESULT blob sub_type text, CREATED timestamp default current_timestamp not null)`,
  takeCommand: 'insert into WD_COMMAND (ID, CREATED) values (?, cast(cast(? as varchar(24)) as timestamp))',
  // Never a blob over the wire: the library throws an error that nobody can catch when the line is lost while it sends one.
  settleCommand: 'update WD_COMMAND set RESULT = cast(? as varchar(8000)) where ID = ?',
  commandResult: 'select cast(RESULT as varchar(8000)) as RESULT from WD_COMMAND where ID = ?',

  /** What a sale refers to, by site number, terminal's name, employee's number and code; null is what Sitewatch does not know. */
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
  /** REFERENCE bears the usage id: a sale that has one of ours is not reported back as new. */
  insertTender: `
    insert into TENDER (OBJID, SALE, TENDERTYPE, AMOUNT, REFERENCE) values (next value for GEN_OBJID, ?, 'WASHDESK', 0, ?)`,
} as const;
