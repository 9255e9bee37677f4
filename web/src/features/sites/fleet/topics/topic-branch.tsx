import { perMinute, rateWords } from './seen-topics.ts';
import type { TopicNode } from './topic-tree.ts';
import styles from './topics.module.css';

interface TopicBranchProps {
  node: TopicNode;
  now: number;
  chosen: string | null;
  onChoose: (topic: string) => void;
}

/** A segment of the tree: a topic, or what is below it. */
export function TopicBranch({ node, now, chosen, onChoose }: TopicBranchProps) {
  const { own, name, children } = node;
  if (children.length === 0)
    return (
      <li>
        <TopicButton node={node} now={now} isChosen={chosen === node.topic} onChoose={onChoose} />
      </li>
    );
  return (
    <li>
      <details open>
        <summary className={styles.branch}>
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{node.messages}</span>
        </summary>
        <ul className={styles.below}>
          {own && (
            <li>
              <TopicButton node={{ ...node, name: '(itself)' }} now={now} isChosen={chosen === node.topic} onChoose={onChoose} />
            </li>
          )}
          {children.map((child) => (
            <TopicBranch key={child.topic} node={child} now={now} chosen={chosen} onChoose={onChoose} />
          ))}
        </ul>
      </details>
    </li>
  );
}

interface TopicButtonProps {
  node: TopicNode;
  now: number;
  isChosen: boolean;
  onChoose: (topic: string) => void;
}

const freshMs = 1_000;

function TopicButton({ node: { name, topic, own }, now, isChosen, onChoose }: TopicButtonProps) {
  if (!own) return null;
  const isFresh = now - (own.samples.at(-1)?.at ?? 0) < freshMs;
  return (
    <button type="button" className={styles.topic} data-fresh={isFresh} aria-pressed={isChosen} onClick={() => onChoose(topic)}>
      <span className={styles.name}>{name}</span>
      {own.retained && <span className={styles.retained}>Retained</span>}
      <span className={styles.rate}>{rateWords(perMinute(own, now))}</span>
      <span className={styles.count}>{own.count}</span>
    </button>
  );
}
