import type { Flag, paymentOptions } from '@washdesk/contracts/company/config';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall, Principal } from '../../../common/caller.ts';
import { refuseStale, staleWrite } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { allFlags, lockFlags, replaceFlags } from './flags.store.ts';
import { allPromos, saveSetting, settingOf } from './settings.store.ts';

type PaymentOption = (typeof paymentOptions)[number];

/** Facts about the installation, from the environment. */
export interface InstallationFacts {
  publicKey: string;
  apiVersion: string;
  dashboardUrl: string;
  dxtUrl: string | null;
  /** Whether lookups of the redeem screen record a usage. */
  redeem: 'yes' | 'no';
  systemMessage: string | null;
}

/** The startup data of a browser, and the feature flags that staff can change. */
export class SettingsService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #facts: InstallationFacts;

  constructor(options: { db: Db; clock: Clock; facts: InstallationFacts }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#facts = options.facts;
  }

  /** Unauthenticated callers get only the provider's public key and the versions. */
  async startup(known: boolean) {
    const { publicKey, apiVersion } = this.#facts;
    return {
      publicKey,
      apiVersion,
      clientVersion: await settingOf(this.#db, 'clientVersion'),
      configOptions: known ? await this.#options() : null,
    };
  }

  /** Returns the message set by an Admin, or the default from the environment. */
  async systemMessage(): Promise<string | null> {
    return (await settingOf(this.#db, 'systemMessage')) ?? this.#facts.systemMessage;
  }

  /** @param message empty removes the current message, and the default from the environment applies */
  async setSystemMessage({ message, was }: { message: string; was?: string | undefined }, by: Principal): Promise<string | null> {
    const at = this.#clock.now();
    const value = message || null;
    await this.#db.transaction().execute(async (tx) => {
      const before = await saveSetting(tx, 'systemMessage', value, at, by.id);
      const now = { message: before ?? this.#facts.systemMessage ?? '' };
      refuseStale('the message', { was: { message: was }, now, wanted: { message } });
      const change = { action: 'setting.changed', subject: 'setting:systemMessage', before: { value: before }, after: { value }, at };
      if (before !== value) await writeAudit(tx, { ...auditBy(by), ...change });
    });
    return this.systemMessage();
  }

  /** Sets an option of card payments, effective from the next call. */
  async switchOption(option: PaymentOption, value: boolean, by: Principal): Promise<{ option: PaymentOption; value: boolean }> {
    const at = this.#clock.now();
    await this.#db.transaction().execute(async (tx) => {
      const before = await saveSetting(tx, option, value, at, by.id);
      const change = { action: 'setting.changed', subject: `setting:${option}`, before: { value: before }, after: { value }, at };
      if (before !== value) await writeAudit(tx, { ...auditBy(by), ...change });
    });
    return { option, value };
  }

  flags(): Promise<Flag[]> {
    return allFlags(this.#db);
  }

  /** Replaces all flags with the given array. @throws Failure 409 `changed_meanwhile` if a flag changed since the caller read it */
  replaceFlags(given: readonly (Flag & { was?: boolean | undefined })[], call: KeyedCall): Promise<{ flags: Flag[] }> {
    const flags = given.map(({ name, description, value }) => ({ name, description, value }));
    return keyedChange(this.#db, call, async (tx) => {
      await lockFlags(tx);
      const before = await allFlags(tx);
      refuseStaleFlags(before, given);
      await replaceFlags(tx, flags);
      const change = { action: 'flags.replaced', subject: 'flags', before, after: flags };
      await writeAudit(tx, { ...auditBy(call.principal), ...change, at: this.#clock.now() });
      return { flags: await allFlags(tx) };
    });
  }

  promos() {
    return allPromos(this.#db);
  }

  async #options() {
    return {
      AllowManualEntry: await settingOf(this.#db, 'AllowManualEntry'),
      redeem: this.#facts.redeem,
      dashboardUrl: this.#facts.dashboardUrl,
      dxtUrl: this.#facts.dxtUrl,
      defaultWashTerminal: await settingOf(this.#db, 'defaultWashTerminal'),
      carColors: [...(await settingOf(this.#db, 'carColors'))],
      terminals: [...(await settingOf(this.#db, 'registerTerminals'))],
      tabletTerminals: [...(await settingOf(this.#db, 'tabletTerminals'))],
    };
  }
}

/** Refuses a list whose caller saw other flags, or fewer. */
function refuseStaleFlags(now: readonly Flag[], given: readonly (Flag & { was?: boolean | undefined })[]): void {
  if (given.every(({ was }) => was === undefined)) return;
  const values = new Map(now.map(({ name, value }) => [name, value]));
  const stale = given
    .filter(({ name, value, was }) => was !== undefined && values.get(name) !== was && values.get(name) !== value)
    .map(({ name, value }) => ({ field: name, now: values.get(name) ?? null, wanted: value }));
  const added = now.filter(({ name }) => !given.some((one) => one.name === name));
  const fields = [...stale, ...added.map(({ name, value }) => ({ field: name, now: value, wanted: null }))];
  if (fields.length > 0) throw staleWrite('flags', fields);
}
