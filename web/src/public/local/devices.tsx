import type { LocalDevice, ProbeOutcome, ReadOutcome } from '@washdesk/site-protocol/local-page';
import { Button } from '../components/button.tsx';
import { ActResult } from './act-result.tsx';
import { newId, pressLocal } from './local-calls.ts';
import { texts } from './texts.ts';
import { useCall } from './use-call.ts';
import { usePress } from './use-press.ts';
import type { Shown } from './use-site.ts';
import { capitalized, spanBetween, timeAt } from './words.ts';
import styles from './local.module.css';

const { devices: deviceTexts } = texts;

export function Devices(shown: Shown) {
  const { devices } = shown.view;
  return (
    <section className={`card ${styles.section}`} aria-labelledby="devices">
      <h2 id="devices">{deviceTexts.heading}</h2>
      {devices.length === 0 && <p className={styles.muted}>{deviceTexts.none}</p>}
      <ul className={styles.plainList}>
        {devices.map((device) => (
          <Device key={device.id} device={device} {...shown} />
        ))}
      </ul>
    </section>
  );
}

function Device({ device, ...shown }: Shown & { device: LocalDevice }) {
  const { kind, name, lane, status, problem, since } = device;
  const { now, site } = shown.view;
  return (
    <li className={styles.device}>
      <div className={styles.row}>
        <span>
          <strong>{name}</strong>
          {/* a device that is named like its kind is named once */}
          {texts.kind[kind] !== name && <span className={styles.muted}> · {texts.kind[kind]}</span>}
          {lane !== null && <span className={styles.muted}> · {texts.lane(lane)}</span>}
        </span>
        <span className={`${styles.tag} ${status === 'ready' ? styles.tagGood : styles.tagBad}`}>{texts.deviceStatus[status]}</span>
      </div>
      <p className={styles.muted}>
        {problem && <span className={styles.cause}>{capitalized(problem)} </span>}
        {texts.status.since(timeAt(since, now, site.timeZone), spanBetween(since, now))}
      </p>
      {kind === 'reader' && <Tags device={device} {...shown} />}
      <div className={styles.buttons}>
        {(kind === 'gate' || kind === 'printer') && <Read device={device} kind={kind} />}
        {kind === 'printer' && <Print device={device} {...shown} />}
        {device.canProbe && <Probe device={device} />}
      </div>
    </li>
  );
}

function Tags({ device: { tags }, view: { now, site } }: Shown & { device: LocalDevice }) {
  if (tags.length === 0) return <p className={styles.muted}>{deviceTexts.noTag}</p>;
  return (
    <ul className={styles.plainList} aria-label={deviceTexts.lastTag}>
      {tags.map(({ tag, antenna, rssi, lane, at }) => (
        <li key={`${tag} ${at}`} className={styles.line}>
          <span className={styles.code}>{tag}</span>
          <span className={styles.muted}>
            {[lane === null ? null : texts.lane(lane), deviceTexts.antenna(antenna, rssi), timeAt(at, now, site.timeZone)]
              .filter((word) => word !== null)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Read({ device: { id, name }, kind }: { device: LocalDevice; kind: 'gate' | 'printer' }) {
  const failed: ReadOutcome = { ok: false, values: [], reason: null };
  const { busy, outcome, start } = useCall(() => pressLocal<ReadOutcome>('/read', { id: newId(), device: id, kind }), failed);
  return (
    <>
      <Button kind="plain" aria-label={`${deviceTexts.read}: ${name}`} busy={busy && deviceTexts.reading} onClick={start}>
        {deviceTexts.read}
      </Button>
      {outcome && <Reading {...outcome} />}
    </>
  );
}

function Print({ device: { id, name }, site }: Shown & { device: LocalDevice }) {
  const { busy, outcome, needsCheck, press, check } = usePress('/print', site);
  return (
    <>
      <Button
        kind="plain"
        aria-label={`${needsCheck ? texts.gates.check : deviceTexts.print}: ${name}`}
        busy={busy && deviceTexts.printing}
        onClick={() => void (needsCheck ? check() : press({ printer: id }))}
      >
        {needsCheck ? texts.gates.check : deviceTexts.print}
      </Button>
      {outcome && !busy && (
        <div className={styles.result}>
          <ActResult outcome={outcome} />
        </div>
      )}
    </>
  );
}

function Reading({ ok, values, reason }: ReadOutcome) {
  return (
    <div role="status" className={styles.result}>
      <dl className={styles.facts}>
        {values.map(({ name, value }) => {
          const [label, yes, no] = texts.readings[name] ?? [name, 'yes', 'no'];
          return <Fact key={name} label={label} value={value === null ? texts.notWired : value ? yes : no} />;
        })}
        {(!ok || reason) && <Fact label={deviceTexts.readFailed} value={reason ? capitalized(reason) : ''} />}
      </dl>
    </div>
  );
}

/** Lists what the device has; nothing moves. */
function Probe({ device: { id, name } }: { device: LocalDevice }) {
  const failed: ProbeOutcome = { lines: [], reason: deviceTexts.probeFailed };
  const { busy, outcome, start } = useCall(() => pressLocal<ProbeOutcome>('/probe', { device: id }, 20_000), failed);
  return (
    <>
      <Button kind="plain" aria-label={`${deviceTexts.probe}: ${name}`} busy={busy && deviceTexts.probing} onClick={start}>
        {deviceTexts.probe}
      </Button>
      {outcome && (
        <div role="status" className={styles.result}>
          {outcome.reason !== null && <p>{capitalized(outcome.reason)}</p>}
          <dl className={styles.facts}>
            {outcome.lines.map(({ what, found }) => (
              <Fact key={what} label={what} value={found} />
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
