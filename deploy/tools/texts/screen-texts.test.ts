import { describe, expect, it } from 'vitest';
import { screenTextsIn, screenTextsOfPage } from './screen-texts.ts';

const textsIn = (source: string): string[] => screenTextsIn('screen.tsx', source).map(({ text }) => text);

describe('screenTextsIn', () => {
  it('finds labels, sentences and templates, with a name for each value', () => {
    const source = "const title = 'Sale date';\nthrow new Failure(404, 'not_found', `Invoice ${invoice.number} not found`);";
    expect(screenTextsIn('service.ts', source)).toEqual([
      { line: 1, text: 'Sale date' },
      { line: 2, text: 'Invoice {number} not found' },
    ]);
  });

  it('joins the text of an element with its values and nested elements', () => {
    expect(textsIn('<p>\n  Showing the first {data.count}. <strong>Type more</strong>\n  to narrow the list.\n</p>')).toEqual([
      'Showing the first {count}. Type more to narrow the list.',
    ]);
  });

  it('finds the labels of elements inside a text, and texts inside their values', () => {
    expect(textsIn(`<p>Open <Link aria-label="Customer page" />{isPaid ? 'Paid today' : 'Past due'}.</p>`)).toEqual([
      'Open <Link> {…}.',
      'Customer page',
      'Paid today',
      'Past due',
    ]);
  });

  it.each([
    ['an import', "import { Button } from 'Antd library';"],
    ['a type', "type Kind = 'Sale date';"],
    ['a class name', '<p className="Wide card" />'],
    ['a log line', "log.warn({ err }, 'Broker connection lost');"],
    ['a statement of SQL', "const text = 'select id from usage where at > now()';"],
    ['an identifier', "const name = 'customerCreated';"],
  ])('passes over %s', (_what, source) => {
    expect(textsIn(source)).toEqual([]);
  });
});

describe('screenTextsOfPage', () => {
  it('finds the texts of elements, labels and scripts, and no styles or comments', () => {
    const page = `<title>Workbench</title>
      <style>p { margin: 0 }</style><!-- <p>Not shown</p> -->
      <button title="Move the clock">A day on</button>
      <script type="module">
        show('Gate open');
      </script>`;
    expect(screenTextsOfPage(page)).toEqual([
      { line: 1, text: 'Workbench' },
      { line: 3, text: 'Move the clock' },
      { line: 3, text: 'A day on' },
      { line: 5, text: 'Gate open' },
    ]);
  });
});
