import type { EnrolledDevice } from '../../../common/caller.ts';
import { inWords } from './staff.routes.ts';
import { StaffService, type StaffServiceOptions } from './staff.service.ts';

interface OwnCall {
  device: EnrolledDevice | null;
  requestId: string;
  session: string | undefined;
}

/** Lets the sign-in feature replace a person's own secret, audited as theirs. */
export const ownSecrets = (tools: Omit<StaffServiceOptions, 'by'>) => ({
  async change(employee: number, secret: { pin: string } | { password: string }, { device, requestId, session }: OwnCall): Promise<void> {
    const by = { id: String(employee), site: device?.site ?? null, device: device?.id ?? null, requestId };
    await inWords(new StaffService({ ...tools, by }).changeOwn(employee, secret, session));
  },
});
