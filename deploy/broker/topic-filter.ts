/** MQTT 3.1.1 section 4.7: `+` matches one segment, a final `#` all that follow. */

/** Whether `topic` matches `filter`. */
export function matches(filter: string, topic: string): boolean {
  // a topic has no wildcards, so it matches the filter exactly if the filter covers it
  return covers(filter, topic);
}

/** Whether every topic that matches `asked` also matches `granted`, as a subscription requires. */
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
