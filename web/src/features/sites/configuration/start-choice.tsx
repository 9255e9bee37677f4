import { Button } from 'antd';
import type { ConfiguredSite } from '@washdesk/contracts/sites/site-configuration';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { unknownVersion, unknownWords } from './unknown-version.tsx';
import { useReadSite, type OnSiteRead } from './use-read-site.ts';
import styles from './configuration.module.css';

interface StartChoiceProps {
  state: Omit<ConfiguredSite, 'newest'>;
  onStart: OnSiteRead;
}

/** How the first version of a site begins. */
export function StartChoice({ state, onStart }: StartChoiceProps) {
  const { site, name, online } = state;
  const { read, error, isFetching } = useReadSite(site, onStart);
  const unknown = unknownVersion(state);
  return (
    <Section title="No versions yet">
      <div className={styles.form}>
        <p className={styles.plain}>
          {unknown === null
            ? `${name} runs the file on its computer. Start from that file, or with an empty configuration.`
            : `${unknownWords(unknown)}: the database was restored from an older backup. Start from what the site runs, or empty.`}{' '}
          The site changes nothing until you save.
        </p>
        {error && <Failure title="Couldn’t read the site’s configuration" error={error} onRetry={read} />}
        <div className={styles.start}>
          <Button type="primary" disabled={!online} loading={isFetching} onClick={read}>
            {unknown === null ? 'Start From File' : 'Start From Site'}
          </Button>
          <Button onClick={() => onStart({}, [])}>Start Empty</Button>
        </div>
        {!online && <p className={styles.hint}>{name} is offline, so its configuration can’t be read.</p>}
      </div>
    </Section>
  );
}
