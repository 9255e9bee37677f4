import { countOf, tagOf, type LineFormat, type ParsedRead } from './line-format.ts';

/** A response to a command, or a report: four letters, with values. */
const report = /^[a-z]{4}(?: .*)?$/i;
/** Small letters beyond hexadecimal, as in `Error` and in sign-on lines. */
const words = /[g-z]/;

/** Fields that the reader can append: `%<reader>-<antenna>-<count>-<inputs>`, `&<time>`, `&<date>`, `&<page>`. */
const fieldStart = /[%&]/;
const antennaField = /%[^%&-]*-(\d{1,2})-([0-9a-f]{1,2})(?:-|$)/i;

/**
 * A line of the error correcting protocol: a sequence digit, the data, four digits of a checksum. An EPC has whole bytes, so that only the
 * added five digits make the length odd.
 */
const ecpFrame = /^\d(?:Done|Error|(?=.*[A-F])(?:[0-9A-F]{16}|[0-9A-F]{20}|[0-9A-F]{24}|[0-9A-F]{32}))[0-9A-F]{4}$/i;
const ecpProblem = 'it sends frames with a sequence number and a checksum (ECP); switch the reader to basic protocol (#610)';

/**
 * TransCore readers: `#<tag>` with the fields that the reader is set to append. Responses, sign-on lines and reports of presence or inputs
 * begin with `#` too.
 */
export const encompass: LineFormat = {
  // A reader that received an XOFF sends nothing until it receives an XON.
  serial: { baudRate: 9_600, flowControl: 'xon-xoff' },
  createParser: (tagPattern) => ({
    parse(line) {
      const text = textOf(line);
      if (text === null || ecpFrame.test(text)) return null;
      if (tagPattern === undefined && (report.test(text) || words.test(text))) return null;
      const tag = tagOf(text.split(fieldStart)[0] ?? '', tagPattern);
      return tag === null ? null : { tag, ...positionOf(text) };
    },
    problem(line) {
      const text = textOf(line);
      return text !== null && ecpFrame.test(text) ? ecpProblem : null;
    },
  }),
};

function textOf(line: string): string | null {
  return line.startsWith('#') ? line.slice(1).trim() : null;
}

function positionOf(text: string): Omit<ParsedRead, 'tag'> {
  const [, antenna, count] = antennaField.exec(text) ?? [];
  if (antenna === undefined || count === undefined) return { antenna: 1, count: 1 };
  return { antenna: Number(antenna), count: countOf(Number.parseInt(count, 16)) };
}
