import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedMessage, tlv, u16 } from './parameters.ts';
import { TagReports } from './tag-reports.ts';

const read = (hex: string) => new TagReports().read(Buffer.from(hex, 'hex'));

/** The body of a report: EPC-96 with antenna 2, -45 dBm, 3 times; then 128 bits with antenna 1, -72 dBm and Impinj's own strength. */
const twoTags =
  '00f0002b8de2000019060c0132f2101234810002' +
  '86d3820006447089db0a40840006447089dedad0880003' +
  '00f0002d00f1001600803500b6d9801234567890abcdef01234581000186b803ff000e0000651a00000039e412';

const epcData = (bits: number, hex: string): Buffer => tlv(240, tlv(241, u16(bits), Buffer.from(hex, 'hex')));

describe('tag reports', () => {
  it('are read with antenna, signed strength, count and time', () => {
    expect(read(twoTags)).toEqual([
      { tag: 'E2000019060C0132F2101234', antenna: 2, rssi: -45, count: 3, seen: { clock: 'utc', ms: 1_764_100_000_373.456 } },
      expect.objectContaining({ tag: '3500B6D9801234567890ABCDEF012345', antenna: 1, rssi: -72 }),
    ]);
  });

  it.each([
    [8, 'ab', 'AB'],
    [12, 'abcf', 'ABC'],
    [13, 'abcf', 'ABC8'],
    [496, 'cd'.repeat(62), 'CD'.repeat(62)],
  ])('with an EPC of %i bits contain its bits alone', (bits, hex, tag) => {
    expect(new TagReports().read(epcData(bits, hex))).toMatchObject([{ tag }]);
  });

  it('without an EPC are no reads', () => {
    expect(new TagReports().read(epcData(0, ''))).toEqual([]);
  });

  it('leave out what has not changed, also in the next message', () => {
    const reports = new TagReports();
    reports.read(Buffer.from(twoTags, 'hex'));
    expect(reports.read(epcData(8, 'ab'))).toMatchObject([{ antenna: 1, rssi: -72, count: 3 }]);
  });

  it.each([
    ['0000', 1],
    ['ffff', 100],
  ])('with the count %s count as %i', (count, expected) => {
    expect(read(`00f000148daaaaaaaaaaaaaaaaaaaaaaaa88${count}`)[0]?.count).toBe(expected);
  });

  it.each([
    ['an unknown parameter without a length', '00f000148daaaaaaaaaaaaaaaaaaaaaaaaff00'],
    ['a parameter that ends outside', '00f000208daaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a length below the header’s', '00f00003'],
    ['fewer bytes than bits', '00f0000b00f100070080ab'],
    ['an EPC longer than Gen2’s', `00f0004700f10043ffff${'ab'.repeat(61)}`],
  ])('with %s are malformed', (_, hex) => {
    expect(() => read(hex)).toThrow(MalformedMessage);
  });

  it('are read or malformed, whatever they contain', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isReport) => {
        const body = Buffer.from(bytes);
        expect(isReadOrMalformed(isReport ? tlv(240, body) : body)).toBe(true);
      }),
    );
  });
});

function isReadOrMalformed(body: Buffer): boolean {
  try {
    return Array.isArray(new TagReports().read(body));
  } catch (error) {
    return error instanceof MalformedMessage;
  }
}
