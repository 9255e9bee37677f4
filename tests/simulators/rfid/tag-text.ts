export type ReaderFormat = 'encompass' | 'alien';

export interface SeenTag {
  tag: string;
  antenna: number;
  rssi?: number | undefined;
  count: number;
}

export interface TextSettings {
  /** Encompass: appends antenna, count, time and date. */
  appendsFields: boolean;
  /** Encompass: the error correcting protocol, with a sequence digit and a checksum. */
  ecp: boolean;
  /** Alien: notify blocks, terse lines, or blocks whose lines are wrapped, with a checksum. */
  style: 'block' | 'terse' | 'wrapped';
}

/** Returns the lines or the block that a reader writes for a tag. Encompass has no count: it writes one line per read. */
export function tagText(format: ReaderFormat, seen: SeenTag, settings: TextSettings): string {
  return format === 'encompass' ? encompassLine(seen, settings).repeat(seen.count) : alienText(seen, settings);
}

const encompassFields = ({ antenna }: SeenTag): string => `%1-${antenna}-01-0&08:00:00.12&11/21/26`;

function encompassLine(seen: SeenTag, { appendsFields, ecp }: TextSettings): string {
  return encompassMessage(`${seen.tag}${appendsFields ? encompassFields(seen) : ''}`, ecp);
}

/** Returns a message of a TransCore reader: a tag, a response or a sign-on line. */
export function encompassMessage(data: string, ecp: boolean): string {
  return ecp ? `#0${data}${checksum(`0${data}`)}\r\n` : `#${data}\r\n`;
}

/** CRC-16 of CCITT, in hex. */
function checksum(text: string): string {
  let crc = 0;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const time = '2026/11/21 08:00:00';

function alienText(seen: SeenTag, { style }: TextSettings): string {
  const { tag, antenna, count, rssi } = seen;
  if (style === 'terse') return `${inFours(tag)},${count},${antenna}\r\n`;
  const fields = [`Disc:${time}`, `Last:${time}`, `Count:${count}`, `Ant:${antenna}`];
  if (rssi !== undefined) fields.push(`RSSI:${rssi}`);
  if (style === 'block') return alienBlock('TAG ADDED', [`Tag:${inFours(tag)}`, ...fields].join(', '));
  return alienBlock('TAG ADDED', `Tag:${inFours(tag)}, CRC:F4D1, ${fields.join(',\r\n ')}`);
}

/** Returns a notify block in Alien's format, including headings and the final NUL. */
export function alienBlock(reason: string, line: string): string {
  return [
    '#Alien RFID Reader Auto Notification Message',
    '#ReaderName: Lane reader',
    '#IPAddress: 127.0.0.1',
    `#Time: ${time}`,
    `#Reason: ${reason}`,
    line,
    '#End of Notification Message',
    '\0',
  ].join('\r\n');
}

function inFours(tag: string): string {
  return tag.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
