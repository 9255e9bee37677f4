import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { counted } from '@washdesk/rules/text/counts';
import { ListFilter } from '../../../../components/data/list-filter.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { TopicBranch } from './topic-branch.tsx';
import { TopicDetails } from './topic-details.tsx';
import { topicTree } from './topic-tree.ts';
import { useSiteTopics } from './use-site-topics.ts';
import styles from './topics.module.css';

/** The MQTT topics of a site as they change (docs/rules/sites.md#topics). */
export function TopicsSection({ site, timeZone }: { site: number; timeZone: string }) {
  const [paused, setPaused] = useState(false);
  const [search, setSearch] = useState('');
  const [retainedOnly, setRetainedOnly] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { topics, now, dropped, state, reconnect, clear } = useSiteTopics(site, paused);
  const tree = topicTree(topics.values(), { search, retainedOnly });
  const shown = chosen === null ? undefined : topics.get(chosen);
  return (
    <Section
      title="Topics"
      actions={
        <div className={styles.actions}>
          <StatusBadge tone={paused ? 'wait' : state === 'live' ? 'go' : 'neutral'}>
            {paused ? 'Paused' : state === 'live' ? 'Live' : 'Connecting…'}
          </StatusBadge>
          <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button onClick={clear}>Clear</Button>
        </div>
      }
    >
      {state === 'lost' && (
        <Alert
          type="warning"
          showIcon
          title="The connection was lost. Topics are shown as they were."
          action={<Button onClick={reconnect}>Reconnect</Button>}
        />
      )}
      <div className={styles.tools}>
        <ListFilter label="Find a topic" placeholder="Topic or text of its message" value={search} onChange={setSearch} />
        <Checkbox checked={retainedOnly} onChange={({ target }) => setRetainedOnly(target.checked)}>
          Retained only
        </Checkbox>
        <span className={styles.muted}>
          {counted(topics.size, 'topic')}
          {dropped > 0 && `, ${dropped} more aren’t shown`}. Codes, names and secrets are masked.
        </span>
      </div>
      <div className={styles.explorer}>
        {tree.length === 0 ? (
          <p className={styles.muted}>
            {topics.size === 0 ? 'No messages yet. Topics appear with their first message.' : 'No topics match.'}
          </p>
        ) : (
          <ul className={styles.tree} aria-label="Topics">
            {tree.map((node) => (
              <TopicBranch key={node.topic} node={node} now={now} chosen={chosen} onChoose={setChosen} />
            ))}
          </ul>
        )}
        <TopicDetails site={site} topic={shown} now={now} timeZone={timeZone} />
      </div>
    </Section>
  );
}
