/** The upper halves, from 0x80, of the code pages that receipts use. Page 1 contains the ReceiptLine characters for rules. */
const upperHalves: Record<number, string> = {
  0: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  1: '▁▂▃▄▅▆▇█▏▎▍▌▋▊▉┼┴┬┤├▔─│▕┌┐└┘╭╮╰╯',
};

/** Returns the character of a byte in one of the printer's code pages; '?' if the page is unknown. */
export function characterOf(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  if (page === 16) return new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  return upperHalves[page]?.[byte - 0x80] ?? '?';
}
