import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';
import { connect, graph, type Connection, type GraphAnswer } from './graph-client.ts';
import { jpeg } from './media-bytes.ts';
import { startMediaHost, type MediaHost } from './media-host.ts';

/** A sandbox, a media host and a connected account: what most publishing tests begin with. */
export type Studio = Connection & {
  sandbox: Sandbox;
  host: MediaHost;
  /** Creates a container with the page's token. */
  create(params: Record<string, string>): Promise<GraphAnswer>;
  /** Creates a container for a good image and gives its id. */
  createImage(params?: Record<string, string>): Promise<string>;
  publish(container: string): Promise<GraphAnswer>;
  status(container: string): Promise<string | undefined>;
  /** Reads fields of any node with the page's token. */
  look(id: string, fields: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

/** Opens a studio; containers are ready at once unless the options say otherwise. */
export async function openStudio(options: SandboxOptions = {}): Promise<Studio> {
  const sandbox = await startSandbox({ processingMs: { image: 0, video: 0 }, ...options });
  const host = await startMediaHost();
  const account = await connect(sandbox);
  const signed = { access_token: account.pageToken };
  const look = async (id: string, fields: string): Promise<GraphAnswer['body']> =>
    (await graph(sandbox, 'GET', `/${id}`, { fields, ...signed })).body;
  const create = (params: Record<string, string>): Promise<GraphAnswer> =>
    graph(sandbox, 'POST', `/${account.igId}/media`, { ...params, ...signed });
  return {
    ...account,
    sandbox,
    host,
    create,
    createImage: async (params = {}) => {
      const image_url = host.offer('/vaso.jpg', jpeg(1080, 1350));
      return (await create({ image_url, ...params })).body.id ?? '';
    },
    publish: (container) =>
      graph(sandbox, 'POST', `/${account.igId}/media_publish`, {
        creation_id: container,
        ...signed,
      }),
    status: async (container) => (await look(container, 'status_code,status')).status_code,
    look,
    close: async () => {
      await host.close();
      await sandbox.close();
    },
  };
}
