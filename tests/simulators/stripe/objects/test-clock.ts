export interface TestClock {
  id: string;
  object: 'test_helpers.test_clock';
  created: number;
  deletes_after: number;
  frozen_time: number;
  livemode: false;
  name: string | null;
  status: 'ready';
  status_details: Record<string, never>;
}

const lifetimeSeconds = 30 * 86_400;

export function makeTestClock(
  id: string,
  { created, frozenTime, name }: { created: number; frozenTime: number; name: string | null },
): TestClock {
  return {
    id,
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + lifetimeSeconds,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  };
}
