import type { JSONType } from 'zod';
import { editableSettings, settingValues, type EditableSetting, type ListedSetting } from '@washdesk/contracts/company/setting';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import { badRequest, confirmMembers, Failure } from '../../../common/failure.ts';
import { staleWrite } from '../../../common/stale-write.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { problemInCompany } from './setting-checks.store.ts';
import { membersTouched } from './setting-reach.store.ts';
import { changesOfSettings, lockSetting, saveSetting, settingOf } from './settings.store.ts';

/** The settings that an Admin views and changes one at a time. */
export class SettingListService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  async list(): Promise<ListedSetting[]> {
    const changes = await changesOfSettings(this.#db, editableSettings);
    return Promise.all(editableSettings.map(async (name) => this.#listed(this.#db, name, changes.get(name))));
  }

  /**
   * @param confirmed how many members the user confirmed
   * @throws Failure 400 for an invalid value, 409 `changed_meanwhile` if it changed since the caller read it, `confirm_members`
   */
  async change(name: EditableSetting, value: unknown, seen: string | null, call: KeyedCall, confirmed?: number): Promise<ListedSetting> {
    const parsed = settingValues[name].safeParse(value);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => ({
        path: ['body', 'value', ...path.map(String)].join('.'),
        message,
      }));
      throw new Failure(400, 'invalid_request', `${problems[0]!.path}: ${problems[0]!.message}`, { problems });
    }
    return keyedChange(this.#db, call, async (tx) => {
      await lockSetting(tx, name);
      const known = (await changesOfSettings(tx, [name])).get(name);
      if ((known?.changed.toISOString() ?? null) !== seen) {
        throw staleWrite('this setting', [{ field: name, now: await settingOf(tx, name), wanted: parsed.data }]);
      }
      const problem = await problemInCompany(tx, name, parsed.data as never);
      if (problem !== null) throw badRequest('body.value', problem);
      const members = await membersTouched(tx, name, parsed.data as never);
      if (members > 0 && confirmed !== members) throw confirmMembers(members, 'are concerned');
      // two changes in the same millisecond would have the same version
      const at = new Date(Math.max(this.#clock.now().getTime(), (known?.changed.getTime() ?? 0) + 1));
      const before = await saveSetting(tx, name, parsed.data, at, call.principal.id);
      const change = { action: 'setting.changed', subject: `setting:${name}`, before: { value: before }, after: { value: parsed.data } };
      if (JSON.stringify(before) !== JSON.stringify(parsed.data)) await writeAudit(tx, { ...auditBy(call.principal), ...change, at });
      return this.#listed(tx, name, (await changesOfSettings(tx, [name])).get(name));
    });
  }

  async #listed(db: Db | Tx, name: EditableSetting, change: { changed: Date; by: string | null } | undefined): Promise<ListedSetting> {
    const value = (await settingOf(db, name)) as JSONType;
    return { name, value, changed: change?.changed.toISOString() ?? null, changedBy: change?.by ?? null };
  }
}
