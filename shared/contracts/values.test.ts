import { describe, expect, it } from 'vitest';
import { redeem } from './lane/redeem.ts';
import { newCustomerFields } from './members/customer-payload.ts';
import { codeText, plainText, trimmedText } from './values.ts';

describe('a code in a call', () => {
  it.each(['CXG3529-IL', 'cxg 3529-il', 'CXG-3529-IL', 'CXG3529IL', 'CXG3529\u2011IL', '\u202aCXG3529-IL\u202c'])(
    'is the plate in %j',
    (code) => {
      expect([codeText.parse(code), redeem.params.parse({ code }).code]).toEqual(['CXG3529-IL', 'CXG3529-IL']);
    },
  );
});

describe('a typed text', () => {
  it('keeps what people write, without invisible characters', () => {
    expect(trimmedText(40).parse('\ufeffSave “$5” –\u00a0it’s\u200b new')).toBe('Save “$5” – it’s new');
  });

  it.each(['a\u0007b', 'a\0b', 'a\nb', '\ud800'])('is refused with a control character or half a character: %j', (text) => {
    expect([trimmedText(10), plainText(10)].map((schema) => schema.safeParse(text).success)).toEqual([false, false]);
  });

  it('is measured without what is removed', () => {
    expect(plainText(3).parse(' \u200babc\u202c ')).toBe('abc');
    expect(plainText(3).safeParse('abcd').success).toBe(false);
  });
});

describe('a new customer', () => {
  const payload = { FirstName: 'Ada', LastName: 'Moore', Zipcode: '60435', CustomerCode: 'CXG3529-IL' };

  it('has plain signs in name, phone, email and codes', () => {
    const typed = {
      FirstName: 'Se\u0301a\u0301n',
      LastName: 'O’Brien–Smith',
      CellPhone: '\u202a+1\u00a0(815)\u00a0555\u20110100\u202c',
      Email: 'o’brien@moore.test',
      Zipcode: '60435\u20111234',
      CustomerCode: 'cxg 3529 il',
      SecondaryCode: '12345 678901',
    };
    expect(newCustomerFields.parse({ ...payload, ...typed })).toMatchObject({
      firstName: 'Séán',
      lastName: "O'Brien-Smith",
      cellPhone: '+1 (815) 555-0100',
      email: "o'brien@moore.test",
      zipcode: '60435-1234',
      customerCode: 'CXG3529-IL',
      secondaryCode: '12345+678901',
    });
  });

  it.each(['CustomerCode', 'SecondaryCode'])('is refused with a state that does not exist in %s', (field) => {
    const { error } = newCustomerFields.safeParse({ ...payload, [field]: 'CXG3529-XX' });
    expect(error?.issues).toMatchObject([{ path: [field], message: 'must end in a state or province, and XX is none' }]);
  });
});
