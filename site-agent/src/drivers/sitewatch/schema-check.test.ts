import { expect, it } from 'vitest';
import { missingPart } from './schema-check.ts';

const said = (words: string): Error => new Error(`Dynamic SQL Error, SQL error code = -20x, ${words}, At line 1, column 8`);

it.each([
  ['the table OUTBOX is missing', 'Table unknown, OUTBOX', 'select SEQ from OUTBOX'],
  ['the column SALE.CODE is missing', 'Column unknown, S.CODE', 'select s.CODE from SALE s join SITE x on x.OBJID = s.SITE'],
  ['the column SITE.SITENUMBER is missing', 'Column unknown, X.SITENUMBER', 'select s.CODE from SALE s join SITE x on x.SITENUMBER = ?'],
  ['the column EMPLOYEE.NUMBER is missing', 'Column unknown, NUMBER', 'select NUMBER from EMPLOYEE order by NUMBER'],
  ['the column SALE.CODE is missing', 'Column unknown, CODE', 'insert into SALE (OBJID, CODE) values (?, ?)'],
  ['the column NAME is missing', 'Column unknown, NAME', 'select NAME from ITEM join PLANTYPE on 1 = 1'],
])('says that %s', (phrase, words, sql) => {
  expect(missingPart(said(words), sql)).toBe(phrase);
});

it('says which generator or right is missing', () => {
  expect(missingPart(new Error('Invalid request BLR at offset 18, Generator GEN_SALEID is not defined'), '')).toBe(
    'the generator GEN_SALEID is missing',
  );
  expect(missingPart(new Error('No permission for SELECT access to TABLE SALE'), '')).toBe('no permission for SELECT access to TABLE SALE');
});
