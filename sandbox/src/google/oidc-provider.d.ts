/** The part of the package that is used here; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Interaction {
    params: Record<string, unknown>;
  }

  interface InteractionResult {
    login?: { accountId: string };
    select_account?: object;
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    Grant: new (grant: { accountId: string; clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
  }

  interface Prompt {
    name: string;
    requestable: boolean;
  }
  interface Policy {
    add(prompt: Prompt, index: number): void;
  }
  export const interactionPolicy: {
    Prompt: new (prompt: Prompt) => Prompt;
    base(): Policy;
  };
}
