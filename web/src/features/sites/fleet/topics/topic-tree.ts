import { matchesWords } from '@washdesk/rules/text/matches-words';
import type { TopicHistory } from './seen-topics.ts';

export interface TopicNode {
  /** The last segment of its topic. */
  name: string;
  topic: string;
  /** Null for a segment that is no topic itself. */
  own: TopicHistory | null;
  /** Topics below it, its own included. */
  topics: number;
  messages: number;
  children: TopicNode[];
}

interface TreeOptions {
  /** Words that the topic or its payload has. */
  search: string;
  retainedOnly: boolean;
}

/** Returns the topics that match as a tree, each level by name. */
export function topicTree(topics: Iterable<TopicHistory>, { search, retainedOnly }: TreeOptions): TopicNode[] {
  const root: TopicNode = { name: '', topic: '', own: null, topics: 0, messages: 0, children: [] };
  for (const topic of topics) {
    if (retainedOnly && !topic.retained) continue;
    if (!matchesWords(search, [topic.topic, topic.payload])) continue;
    let node = root;
    for (const name of topic.topic.split('/')) {
      const path = node.topic === '' ? name : `${node.topic}/${name}`;
      let child = node.children.find((one) => one.name === name);
      if (!child) {
        child = { name, topic: path, own: null, topics: 0, messages: 0, children: [] };
        node.children.push(child);
      }
      child.topics += 1;
      child.messages += topic.count;
      node = child;
    }
    node.own = topic;
  }
  return sorted(root.children);
}

const sorted = (nodes: TopicNode[]): TopicNode[] =>
  nodes
    .map((node) => ({ ...node, children: sorted(node.children) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
