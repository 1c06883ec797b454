import { startSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts';
import { connectAccount, callGraph, type Connection, type GraphResponse } from './graph-client.ts';
import { createJpeg } from './media-bytes.ts';
import { startMediaHost, type MediaHost } from './media-host.ts';

export type PublishingFixture = Connection & {
  sandbox: Sandbox;
  host: MediaHost;
  create(params: Record<string, string>): Promise<GraphResponse>;
  createImage(params?: Record<string, string>): Promise<string>;
  publish(container: string): Promise<GraphResponse>;
  status(container: string): Promise<string | undefined>;
  readFields(id: string, fields: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

/** Containers are ready at once unless the options change that. */
export async function openPublishingFixture(
  options: SandboxOptions = {},
): Promise<PublishingFixture> {
  const sandbox = await startSandbox({ processingMs: { image: 0, video: 0 }, ...options });
  const host = await startMediaHost();
  const connection = await connectAccount(sandbox);
  const signed = { access_token: connection.pageToken };
  const readFields = async (id: string, fields: string): Promise<GraphResponse['body']> =>
    (await callGraph(sandbox, 'GET', `/${id}`, { fields, ...signed })).body;
  const create = (params: Record<string, string>): Promise<GraphResponse> =>
    callGraph(sandbox, 'POST', `/${connection.igId}/media`, { ...params, ...signed });
  return {
    ...connection,
    sandbox,
    host,
    create,
    createImage: async (params = {}) => {
      const image_url = host.addFile('/vaso.jpg', createJpeg(1080, 1350));
      return (await create({ image_url, ...params })).body.id ?? '';
    },
    publish: (container) =>
      callGraph(sandbox, 'POST', `/${connection.igId}/media_publish`, {
        creation_id: container,
        ...signed,
      }),
    status: async (container) => (await readFields(container, 'status_code,status')).status_code,
    readFields,
    close: async () => {
      await host.close();
      await sandbox.close();
    },
  };
}
