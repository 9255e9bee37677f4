import { Notice } from '../components/notice.tsx';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { spanBetween, timeAt } from './words.ts';
import styles from './local.module.css';

/** Whether a cashier should work here or at the register. */
export function CloudLine({ view: { cloud, now, site } }: Shown) {
  const { down, downHere, up, upNote, register } = texts.cloud;
  return (
    <div className={styles.wide}>
      {cloud.connected ? (
        <Notice kind="info">
          <p>
            {up} <a href={cloud.app}>{register}</a>
          </p>
          <p>{upNote}</p>
        </Notice>
      ) : (
        <Notice kind="problem">
          <p>
            <strong>{down(timeAt(cloud.since, now, site.timeZone), spanBetween(cloud.since, now))}</strong> {downHere}
          </p>
        </Notice>
      )}
    </div>
  );
}
