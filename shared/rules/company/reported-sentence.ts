/** Words that begin an advice of the agent: "…; check its cable". */
const advice =
  /^(?:add|ask|check|choose|close|compare|correct|create|delete|enroll|enter|free|give|make|plug|replace|restart|send|set|switch|use)\b/u;
const address = /^(?<address>\S*[:/]\S+(?: unit \d+)?|COM\d+): (?<words>.+)$/u;

/**
 * Returns the cause in what an agent reports: without the agent's advice, which is short and may name settings of its file, and with a
 * device's address at the end.
 */
export function causeIn(reported: string): string {
  const parts = reported.split('; ');
  const causes = parts.filter((part) => !advice.test(part));
  const words = (causes.length === 0 ? reported : causes.join('; ')).replace(/\.$/u, '');
  const { groups } = address.exec(words) ?? {};
  return groups ? `${groups['words']} (${groups['address']})` : words;
}

/** Returns the agent's advice as a sentence; null without one. */
export function adviceIn(reported: string): string | null {
  const given = reported.split('; ').find((part) => advice.test(part));
  return given === undefined ? null : `${given.charAt(0).toUpperCase()}${given.slice(1).replace(/\.$/u, '')}.`;
}
