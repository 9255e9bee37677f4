import { fields, type Fields } from './wire.ts';

export interface ReaderModel {
  antennas: number;
  /** 25882 is Impinj, 161 Zebra. */
  manufacturer: number;
}

/**
 * Returns the capability parameters that a client asks for: 0 all, 1 general, 2 LLRP, 3 regulatory, 4 air protocol. Clients in the field
 * insist on complete ones.
 */
export function capabilities(requested: number, model: ReaderModel): Fields {
  const parts: [number, (to: Fields) => Fields][] = [
    [1, (to) => to.tlv(137, general(model))],
    [2, (to) => to.tlv(142, fields().u8(0b0100_1000, 1).u16(0).u32(1, 32, 1, 1_508, 8))],
    [3, (to) => to.tlv(143, fields().u16(840, 1).tlv(144, uhfBand()))],
    // EPC Gen2: filters, no block erase, no block write
    [4, (to) => to.tlv(327, fields().u8(0).u16(2))],
  ];
  const wanted = parts.filter(([kind]) => requested === 0 || requested === kind);
  return wanted.reduce((to, [, add]) => add(to), fields());
}

function general({ antennas, manufacturer }: ReaderModel): Fields {
  // can report UTC
  const all = fields().u16(antennas, 0x4000).u32(manufacturer, 2_001_002).text('6.4.1.240');
  all.tlv(139, fields().u16(1, 0)).tlv(141, fields().u16(4, 4));
  for (let antenna = 1; antenna <= antennas; antenna += 1) all.tlv(140, fields().u16(antenna, 1).u8(1));
  return all;
}

/** The American band: power from 10 to 30 dBm, hopping channels, one RF mode. */
function uhfBand(): Fields {
  const band = fields();
  for (let index = 1; index <= 81; index += 1)
    band.tlv(
      145,
      fields()
        .u16(index)
        .i16(1_000 + (index - 1) * 25),
    );
  const channels = Array.from({ length: 50 }, (_none, channel) => 902_750 + channel * 500);
  band.tlv(
    146,
    fields()
      .u8(0x80)
      .tlv(
        147,
        fields()
          .u8(1, 0)
          .u16(channels.length)
          .u32(...channels),
      ),
  );
  const mode = fields().u32(1_000).u8(0x80, 2, 2, 2).u32(250_000, 1_500, 6_250, 25_000, 0);
  return band.tlv(328, fields().tlv(329, mode));
}
