import { expect, it } from 'vitest';
import { xmlValues } from './xml-values.ts';

it('reads the texts of a state, whatever the case of their names', () => {
  const { root, values } = xmlValues(
    '<?xml version="1.0"?>\n<datavalues>\n<relay1State>1</relay1State><input1state> 0 </input1state></datavalues>',
  );
  expect(root).toBe('datavalues');
  expect([...values]).toEqual([
    ['relay1state', '1'],
    ['input1state', '0'],
  ]);
});

it('reads namespaces, nested elements, CDATA and the entities of XML', () => {
  const text = '\n<e:Alert xmlns:e="http://example.com"><e:ANPR><licensePlate>A&amp;B<![CDATA[<1>]]></licensePlate></e:ANPR></e:Alert>';
  expect(xmlValues(text)).toEqual({ root: 'Alert', values: new Map([['licenseplate', 'A&B<1>']]) });
});

it('keeps the first of two elements with one name', () => {
  expect(xmlValues('<a><b>1</b><c><b>2</b></c></a>').values.get('b')).toBe('1');
});

it.each([
  ['a DOCTYPE, which could define entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['an end that is missing', '<a><b>1</b>'],
  ['a page of HTML', '<html><br><p>Not found</html>'],
  ['text', 'OK'],
  ['nothing', ''],
  ['elements without end', '<a>'.repeat(50)],
  ['more elements than a device sends', `<a>${'<b/>'.repeat(6_000)}</a>`],
])('refuses %s', (_what, text) => {
  expect(() => xmlValues(text)).toThrow();
});
