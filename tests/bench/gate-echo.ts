import type { Socket } from 'node:net';
import { connectAsync } from 'mqtt';

/** The remote end of the floor's MQTT round trip, in a separate process like an agent: returns what it receives. */
const [url, username, password, topic, replyTopic] = process.argv.slice(2) as [string, string, string, string, string];

const client = await connectAsync(url, { username, password, protocolVersion: 4 });
(client.stream as Socket).setNoDelay(true);
client.on('message', (_topic, payload) => client.publish(replyTopic, payload, { qos: 1 }));
await client.subscribeAsync(topic, { qos: 1 });
console.log(JSON.stringify({ ready: true }));
