import { MCP_PATH } from '@pontual/contract/operation-titles.ts';
import { sampleMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { webhookEventNames, webhookEvents } from '@pontual/contract/public-api/webhooks.ts';
import { Link } from 'react-router';
import type { LegalSection } from '../legal/legal-page.tsx';
import { paths } from '../../ui/page/paths.ts';
import { CodeBlock } from './code-block.tsx';
import { EndpointLists } from './endpoint-lists.tsx';

const token = (origin: string): LegalSection => ({
  id: 'token',
  title: 'Comece com um token',
  body: (
    <>
      <p>
        Crie um token em <Link to={paths.integrations}>Programas</Link>, só com as permissões de que
        o seu programa precisa, e mande-o em cada pedido. O que ele faz conta para o plano da sua
        conta, como o que você faz na tela.
      </p>
      <CodeBlock label="Exemplo: listar os próximos posts">
        {`curl "${origin}/api/scheduled?status=scheduled" \\
  -H "Authorization: Bearer $PONTUAL_TOKEN"`}
      </CodeBlock>
      <p>
        Guarde o token como uma senha. Quem perde um token o revoga em Programas, e ele para de
        valer na hora.
      </p>
    </>
  ),
});

const answers: LegalSection = {
  id: 'respostas',
  title: 'Respostas e erros',
  body: (
    <>
      <p>
        Um sucesso traz <code>data</code>. Uma falha traz <code>code</code>, para o programa
        decidir, e <code>message</code>, em português, para uma pessoa ler. Os nomes dos campos
        errados vêm em <code>errors</code>.
      </p>
      <CodeBlock label="Exemplo: uma falha">
        {`{
  "success": false,
  "code": "LIMIT_EXCEEDED",
  "message": "Você usou os 10 posts de junho do plano Gratuito."
}`}
      </CodeBlock>
      <p>
        Com o status 429 ou 503, espere o tempo de <code>Retry-After</code>, se vier, e tente de
        novo.
      </p>
    </>
  ),
};

const scheduling = (origin: string): LegalSection => ({
  id: 'agendar',
  title: 'Agendar um post',
  body: (
    <>
      <p>
        Um post vai como formulário: primeiro os textos, depois os arquivos, na ordem do carrossel.
        Horários são instantes ISO 8601 em UTC: 18:00 de Brasília é 21:00 em UTC.
      </p>
      <CodeBlock label="Exemplo: agendar uma imagem">
        {`curl ${origin}/api/schedule \\
  -H "Authorization: Bearer $PONTUAL_TOKEN" \\
  -H "Idempotency-Key: sabado-18h" \\
  -F mediaType=IMAGE \\
  -F caption="Azulejos novos na loja" \\
  -F scheduledTime=2026-12-05T21:00:00Z \\
  -F media=@azulejo.jpg`}
      </CodeBlock>
      <p>
        Mande sempre um <code>Idempotency-Key</code>. Se a resposta se perder, repita o mesmo pedido
        com a mesma chave: por 24 horas ela dá a mesma resposta e nunca um segundo post.
      </p>
      <p>
        Para arquivos grandes, envie antes pelo protocolo tus em <code>/api/uploads</code>, que
        continua de onde parou, e mande os ids em <code>uploadIds</code>.
      </p>
    </>
  ),
});

const webhooks: LegalSection = {
  id: 'webhooks',
  title: 'Webhooks',
  body: (
    <>
      <p>
        Em vez de perguntar, deixe a Pontual avisar. Cadastre um endereço em{' '}
        <Link to={paths.integrations}>Programas</Link> e escolha do que ele é avisado:
      </p>
      <ul>
        {webhookEvents.map((event) => (
          <li key={event}>
            <code>{event}</code>: {webhookEventNames[event]}
          </li>
        ))}
      </ul>
      <p>
        Cada aviso é assinado como diz a especificação Standard Webhooks, nos cabeçalhos{' '}
        <code>webhook-id</code>, <code>webhook-timestamp</code> e <code>webhook-signature</code>.
        Confira a assinatura com uma biblioteca dela e responda 2xx em até 10 segundos. O mesmo
        aviso pode chegar mais de uma vez, sempre com o mesmo <code>webhook-id</code>.
      </p>
      <CodeBlock label="Exemplo: o corpo de um aviso">
        {JSON.stringify(sampleMessage, null, 2)}
      </CodeBlock>
      <p>
        <code>post</code> é o post como estava nessa hora, e <code>null</code> no que é da conta
        toda. <code>issue</code> diz o que houve, quando há algo a fazer. Um aviso de publicação
        espera até meio minuto pelo link do post.
      </p>
      <p>Sem resposta, tentamos de novo por cerca de um dia. Com 410, paramos.</p>
    </>
  ),
};

const assistants = (origin: string): LegalSection => ({
  id: 'assistentes',
  title: 'Assistentes de IA',
  body: (
    <>
      <p>
        A Pontual fala MCP (Model Context Protocol). Um assistente com um token seu lê, agenda e
        edita posts pelas mesmas regras desta página, e nunca mais do que o token permite.
      </p>
      <CodeBlock label="Exemplo: configuração de um assistente">
        {`{
  "mcpServers": {
    "pontual": {
      "type": "http",
      "url": "${origin}/api${MCP_PATH}",
      "headers": { "Authorization": "Bearer SEU_TOKEN" }
    }
  }
}`}
      </CodeBlock>
      <p>
        Os arquivos do post vão por endereços públicos https, em <code>mediaUrls</code>. Para testar
        sem risco, dê ao assistente um token só de leitura.
      </p>
    </>
  ),
});

const endpoints: LegalSection = {
  id: 'endpoints',
  title: 'Endpoints',
  body: (
    <>
      <p>
        A descrição completa, com cada campo, está em <a href="/api/openapi.json">openapi.json</a>{' '}
        (OpenAPI 3.1). Estes são os endpoints que um token abre:
      </p>
      <EndpointLists />
    </>
  ),
};

export const developersSections = (origin: string): readonly LegalSection[] => [
  token(origin),
  answers,
  scheduling(origin),
  webhooks,
  assistants(origin),
  endpoints,
];
