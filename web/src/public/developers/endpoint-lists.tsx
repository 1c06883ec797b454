import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { operationTitles } from '@pontual/contract/operation-titles.ts';
import { scopeNames, scopes } from '@pontual/contract/shared/scopes.ts';

const titles = Object.entries(operationTitles);
const endpoints = new Map<string, Endpoint>(Object.entries(api));

const endpointsByScope = scopes.map((scope) => ({
  scope,
  opened: titles.flatMap(([name, title]) => {
    const endpoint = endpoints.get(name);
    return endpoint?.scope === scope ? [{ name, title, endpoint }] : [];
  }),
}));

export function EndpointLists() {
  return endpointsByScope.map(({ scope, opened }) => (
    <section key={scope} aria-labelledby={scope}>
      <h3 id={scope}>
        {scopeNames[scope]} <code className="font-mono text-sm font-normal">{scope}</code>
      </h3>
      <ul className="mt-2! list-none! divide-y divide-line border-y border-line p-0!">
        {opened.map(({ name, title, endpoint }) => (
          <li key={name} className="m-0! py-2.5">
            {title}
            <span className="block font-mono text-[13px] wrap-anywhere text-ink-2">
              {endpoint.method} /api{endpoint.path}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
