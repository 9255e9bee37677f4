/** MQTT 3.1.1 section 4.7: `+` stands for one segment, a final `#` for all that follow. */

/** Whether `topic` falls under `filter`. */
export function matches(filter: string, topic: string): boolean {
  // A topic has no wildcards, so it falls under the filter exactly when the filter covers it.
  return covers(filter, topic);
}

/** Whether every topic that `asked` can stand for also falls under `granted`: what a subscription must show. */
export function covers(granted: string, asked: string): boolean {
  const grantedSegments = granted.split('/');
  const askedSegments = asked.split('/');
  for (const [index, segment] of grantedSegments.entries()) {
    if (segment === '#') return true;
    const wanted = askedSegments[index];
    if (wanted === undefined || wanted === '#') return false;
    if (segment !== '+' && segment !== wanted) return false;
  }
  return askedSegments.length === grantedSegments.length;
}
