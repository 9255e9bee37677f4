const brokers = ['own', 'mosquitto'] as const;
export type TestBrokerName = (typeof brokers)[number];

/** Returns the broker of tests and benchmarks: our own, or Debian's Mosquitto with WASHDESK_TEST_BROKER=mosquitto. */
export function testBrokerName(): TestBrokerName {
  const wanted = process.env['WASHDESK_TEST_BROKER'] || 'own';
  const found = brokers.find((name) => name === wanted);
  if (!found) throw new Error(`WASHDESK_TEST_BROKER is “${wanted}”. Use one of: ${brokers.join(', ')}`);
  return found;
}
