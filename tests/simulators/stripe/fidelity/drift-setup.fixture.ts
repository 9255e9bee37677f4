import { recordStripeDrift } from './recorded-drift.fixture.ts';

/** A stand-in that drifted from the SDK's types fails the run at its end, even where no test noticed. */
export async function setup(): Promise<() => void> {
  const record = await recordStripeDrift();
  return () => record.close();
}
