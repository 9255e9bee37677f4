/** The upper halves of the code pages that receipts use, from 0x80 on. Page 1 holds the pieces that ReceiptLine draws rules with. */
const upperHalves: Record<number, string> = {
  0: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  1: '▁▂▃▄▅▆▇█▏▎▍▌▋▊▉┼┴┬┤├▔─│▕┌┐└┘╭╮╰╯',
};

/** The character of a byte in a code page of the printer; '?' where the page is unknown. */
export function characterOf(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  if (page === 16) return new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  return upperHalves[page]?.[byte - 0x80] ?? '?';
}
