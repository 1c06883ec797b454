import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { site } from '../../ui/page/site.ts';

const { name, cnpj, address, supportEmail, dpoContact } = site.company;

export function Company() {
  if (name === null) {
    return (
      <p>
        O responsável pelo serviço é quem o oferece neste endereço. O nome, o CNPJ e o endereço da
        empresa ainda não foram informados aqui.
      </p>
    );
  }
  return (
    <p>
      O responsável pelo serviço é {name}
      {cnpj === null ? null : `, CNPJ ${cnpj}`}
      {address === null ? null : `, ${address}`}.
    </p>
  );
}

export function Contact() {
  if (supportEmail === null) {
    return (
      <p>
        O e-mail de contato ainda não foi informado neste endereço. Escreva pelo formulário da{' '}
        <Link to={`${paths.support}#contato`}>Central de Ajuda</Link>.
      </p>
    );
  }
  return (
    <p>
      Escreva para <a href={`mailto:${supportEmail}`}>{supportEmail}</a> ou pelo formulário da{' '}
      <Link to={`${paths.support}#contato`}>Central de Ajuda</Link>.
    </p>
  );
}

/** LGPD, article 41. */
export function DataProtectionOfficer() {
  if (dpoContact === null) {
    return (
      <p>
        O encarregado pelo tratamento de dados pessoais ainda não foi informado neste endereço.
        {supportEmail === null ? null : ' Até lá, use o e-mail de contato.'}
      </p>
    );
  }
  return <p>Encarregado pelo tratamento de dados pessoais (LGPD, art. 41): {dpoContact}.</p>;
}
