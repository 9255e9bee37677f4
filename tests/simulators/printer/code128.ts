/** Alternating bar and gap widths of every value, 11 modules each; 103 to 105 are the start codes of sets A to C. */
const patterns = [
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211',
  '221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113',
  '132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121',
  '312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211',
  '221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141',
  '114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232',
].flatMap((row) => row.split(' '));
const stop = '2331112';

type CodeSet = 'A' | 'B' | 'C';
const starts: Record<CodeSet, number> = { A: 103, B: 104, C: 105 };
const switches: Record<CodeSet, number> = { A: 101, B: 100, C: 99 };
const BRACE = 0x7b;

/**
 * Returns the alternating bar and gap widths in modules, from the first bar to the last.
 * @param data in `GS k` format: `{A`, `{B` and `{C` choose a set, `{{` is a brace, a byte in set C is a pair of digits
 */
export function code128Widths(data: Uint8Array): number[] {
  const values = valuesOf(data);
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103;
  const symbols = [...values, check].map((value) => patterns[value] ?? '');
  return Array.from([...symbols, stop].join(''), Number);
}

function valuesOf(data: Uint8Array): number[] {
  const values: number[] = [];
  let set: CodeSet | null = null;
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    const next = String.fromCharCode(data[at + 1] ?? 0);
    if (byte === BRACE && (next === 'A' || next === 'B' || next === 'C')) {
      values.push(set === null ? starts[next] : switches[next]);
      set = next;
      at += 1;
    } else {
      values.push(set === 'C' ? byte : set === 'A' && byte < 0x20 ? byte + 64 : byte - 32);
      if (byte === BRACE && set !== 'C') at += 1;
    }
  }
  return values;
}
