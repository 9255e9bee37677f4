const everyMs = 1_000;

/** Says once a second how far a long count has come: `customer 12300 (85/s)`. */
export function progressLine(say: (line: string) => void, monotonic = () => performance.now()): (kind: string, count: number) => void {
  let last = { kind: '', count: 0, at: monotonic() };
  return (kind, count) => {
    const at = monotonic();
    if (kind !== last.kind) last = { kind, count: 0, at: last.at };
    if (at - last.at < everyMs) return;
    say(`${kind} ${count} (${Math.round(((count - last.count) * 1_000) / (at - last.at))}/s)`);
    last = { kind, count, at };
  };
}
