// Drive a server with one of the TypeScript SDKs: `typescript_client.mjs KIND COMMAND...`.
// KIND is `v1`, or for the second SDK how it negotiates: auto, legacy, or a revision to pin.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [kind, command, ...args] = process.argv.slice(2);
const require = createRequire(process.env.CLIENT_MODULES + '/x.js');
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const base = kind === 'v1' ? '@modelcontextprotocol/sdk/client/index.js' : '@modelcontextprotocol/client';
const stdio = kind === 'v1' ? '@modelcontextprotocol/sdk/client/stdio.js' : '@modelcontextprotocol/client/stdio';
const { Client } = await load(base);
const { StdioClientTransport } = await load(stdio);

const mode = ['auto', 'legacy'].includes(kind) ? kind : { pin: kind };
const options = kind === 'v1' ? {} : { versionNegotiation: { mode } };
const client = new Client({ name: 'tour', version: '1' }, options);
await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
let unknown = '';
try {
  await client.callTool({ name: 'no_such_tool', arguments: {} });
} catch (error) {
  unknown = error.message;
}
const refused = await client.callTool({ name: 'memory_lint', arguments: {} });
const found = await client.callTool({ name: 'tmf_callers', arguments: { qualname: 'goods_total' } });
const status = await client.readResource({ uri: 'tmf://status' });
console.log(JSON.stringify({
  version: client.getNegotiatedProtocolVersion?.() ?? '',
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  resources: (await client.listResources()).resources.map((one) => one.uri),
  prompts: (await client.listPrompts()).prompts.map((one) => one.name),
  callers: found.structuredContent.callers,
  refused: [refused.isError, refused.content[0].text],
  unknown,
  status: JSON.parse(status.contents[0].text).files,
}));
await client.close();
