export type ReaderFormat = 'encompass' | 'alien';

export interface SeenTag {
  tag: string;
  antenna: number;
  rssi?: number;
  count: number;
}

/** Returns the line or block that a reader writes for a tag. */
export function tagText(format: ReaderFormat, seen: SeenTag): string {
  return format === 'encompass' ? `#${seen.tag}\r\n` : alienBlock(seen);
}

/** Returns a notify block in Alien's format, including headings and the final NUL. */
function alienBlock({ tag, antenna, rssi, count }: SeenTag): string {
  const time = '2026/11/21 08:00:00';
  const fields = [`Tag:${inFours(tag)}`, `Disc:${time}`, `Last:${time}`, `Count:${count}`, `Ant:${antenna}`];
  if (rssi !== undefined) fields.push(`RSSI:${rssi}`);
  return [
    '#Alien RFID Reader Auto Notification Message',
    '#ReaderName: Lane reader',
    '#IPAddress: 127.0.0.1',
    `#Time: ${time}`,
    '#Reason: TAG ADDED',
    fields.join(', '),
    '#End of Notification Message',
    '\0',
  ].join('\r\n');
}

function inFours(tag: string): string {
  return tag.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
