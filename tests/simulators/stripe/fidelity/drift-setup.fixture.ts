import { recordStripeDrift } from './recorded-drift.fixture.ts';

/** Fails the run at its end if the simulator drifted from the SDK's types, even if no test noticed. */
export async function setup(): Promise<() => void> {
  const record = await recordStripeDrift();
  return () => record.close();
}
