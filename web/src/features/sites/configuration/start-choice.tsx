import { Button } from 'antd';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useLazyConfigurationOfFileQuery } from './configuration-api.ts';
import type { Group } from './schema-node.ts';
import styles from './configuration.module.css';

interface StartChoiceProps {
  site: number;
  name: string;
  online: boolean;
  onStart: (content: Group, notes: readonly string[]) => void;
}

/** How the first version of a site begins. */
export function StartChoice({ site, name, online, onStart }: StartChoiceProps) {
  const [read, { error, isFetching }] = useLazyConfigurationOfFileQuery();
  const start = async (): Promise<void> => {
    const { data } = await read({ params: { site: String(site) } });
    if (data) onStart(data.content, data.notes);
  };
  return (
    <Section title="No versions yet">
      <div className={styles.form}>
        <p className={styles.plain}>
          {name} runs the file on its computer. Start from that file, or with an empty configuration. The site changes nothing until you
          save.
        </p>
        {error && !isFetching && <Failure title="Couldn’t read the file" error={error} onRetry={() => void start()} />}
        <div className={styles.start}>
          <Button type="primary" disabled={!online} loading={isFetching} onClick={() => void start()}>
            Start From File
          </Button>
          <Button onClick={() => onStart({}, [])}>Start Empty</Button>
        </div>
        {!online && <p className={styles.hint}>{name} is offline, so its file can’t be read.</p>}
      </div>
    </Section>
  );
}
