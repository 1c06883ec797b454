import { topic } from './topic.ts';

export const services = [
  topic(
    'pet shop',
    'pet, cachorro, gato, cão, filhote, ração, banho e tosa, petshop, tosa, adestramento, coleira, cachorrinho, gatinho',
    'pet petshop cachorro gato banhoetosa pets amocachorro dogsofinstagram amogatos petlovers doglovers cachorrosdoinstagram',
  ),
  topic(
    'veterinária',
    'veterinária, veterinário, vacina, castração, clínica veterinária, vermífugo, medvet',
    'veterinaria veterinario medvet clinicaveterinaria saudeanimal vet pets vacinacao medicinaveterinaria castracao cuidadoanimal amoanimais',
  ),
  topic(
    'fotografia',
    'fotografia, fotógrafa, fotógrafo, ensaio, retrato, câmera, newborn, clique, foto, álbum',
    'fotografia fotografa fotografo ensaiofotografico photography ensaio retrato fotografiabrasileira ensaiofeminino newborn photo fotografiadefamilia',
  ),
  topic(
    'casamento',
    'casamento, noivo, noiva, noivado, cerimônia, padrinho, madrinha, buquê de noiva, bodas, casar, cerimonialista',
    'casamento noiva wedding noivas casamentos vestidodenoiva madrinhas noivos cerimonialista decoracaodecasamento voucasar casamentonocampo',
  ),
  topic(
    'imóveis',
    'imóvel, apartamento, imobiliária, corretor, corretora, aluguel, terreno, condomínio, financiamento imobiliário, casa à venda',
    'imoveis imobiliaria corretordeimoveis apartamento casapropria imoveisavenda investimento aluguel mercadoimobiliario lancamento casaavenda meuapartamento',
  ),
  topic(
    'arquitetura e obras',
    'arquitetura, arquiteta, arquiteto, obra, reforma, engenharia, construção, planta baixa, projeto arquitetônico, pedreiro, porcelanato',
    'arquitetura arquiteta reforma obra construcaocivil engenhariacivil arquiteturadeinteriores construcao projeto arquiteto arquiteturaedesign antesedepois',
  ),
  topic(
    'automóveis',
    'carro, moto, automóvel, oficina, mecânico, mecânica, lava jato, pneu, seminovos, motor, polimento',
    'carros carro moto oficinamecanica automotivo mecanica lavajato esteticaautomotiva seminovos motos carrosbrasil polimento',
  ),
  topic(
    'viagem e turismo',
    'viagem, viajar, turismo, hotel, pousada, passeio, roteiro, mala, agência de viagens, praia, trilha, excursão',
    'viagem turismo viajar viagens travel brasil praia pousada ferias trip viagemeturismo destinosbrasil',
  ),
  topic(
    'contabilidade e finanças',
    'contabilidade, contador, contadora, imposto, finanças, mei, investimento, investir, imposto de renda, cnpj, fluxo de caixa',
    'contabilidade financas contador mei impostoderenda educacaofinanceira empreendedorismo investimentos contabil simplesnacional financaspessoais pequenasempresas',
  ),
  topic(
    'advocacia',
    'advogado, advogada, advocacia, jurídico, jurídica, trabalhista, previdenciário, aposentadoria, inss',
    'advocacia direito advogada advogado oab direitotrabalhista direitoprevidenciario juridico advogados direitodoconsumidor inss direitodefamilia',
  ),
  topic(
    'marketing',
    'marketing, social media, tráfego pago, engajamento, conteúdo, branding, copywriting, anúncio, identidade visual, estratégia digital',
    'marketing marketingdigital socialmedia empreendedorismo conteudo branding trafegopago negocios estrategia redessociais identidadevisual copywriting',
  ),
  topic(
    'empreendedorismo',
    'empreender, empreendedor, empreendedora, negócio, pequeno negócio, loja, cliente, empresa, venda',
    'empreendedorismo empreendedorismofeminino empreender negocios pequenosnegocios lojavirtual vendasonline sucesso compredopequeno empreendedoras apoieopequeno bastidores',
  ),
  topic(
    'tecnologia',
    'celular, computador, notebook, tecnologia, assistência técnica, iphone, android, aplicativo, software, informática, gamer',
    'tecnologia celular assistenciatecnica smartphone informatica iphone android games tech conserto notebook acessoriosparacelular',
  ),
  topic(
    'educação',
    'aula, curso, escola, professor, professora, aluno, estudo, enem, concurso, matrícula, vestibular, reforço escolar',
    'educacao escola estudos professora enem curso vestibular aprender concursopublico alfabetizacao ensino reforcoescolar',
  ),
  topic(
    'idiomas',
    'inglês, espanhol, idioma, intercâmbio, fluência, francês, conversação, english',
    'ingles idiomas aprenderingles inglesonline english dicasdeingles espanhol cursodeingles intercambio fluencia vocabulario learnenglish',
  ),
  topic(
    'música',
    'música, show, banda, cantor, cantora, violão, guitarra, piano, samba, pagode, sertanejo, ensaio da banda',
    'musica musicabrasileira show cantora banda violao mpb aovivo sertanejo samba pagode cover',
  ),
  topic(
    'dança e teatro',
    'dança, balé, bailarina, forró, zumba, teatro, espetáculo, coreografia, palco, circo',
    'danca ballet bailarina teatro dance coreografia arte espetaculo zumba cultura jazzdance escoladedanca',
  ),
  topic(
    'livros',
    'livro, leitura, ler, livraria, literatura, autor, autora, poesia, resenha, sebo, romance',
    'livros leitura literatura bookstagram amoler livraria bookstagrambrasil leitores poesia literaturanacional dicadeleitura resenha',
  ),
  topic(
    'limpeza e organização',
    'limpeza, faxina, diarista, organizar, organização, personal organizer, estofado limpo, higienização, lavanderia',
    'limpeza organizacao personalorganizer casaorganizada faxina casalimpa limpezadeestofados higienizacao organizacaodecasa lavanderia donadecasa dicasdelimpeza',
  ),
  topic(
    'futebol e esportes',
    'futebol, gol, time, campeonato, torcida, vôlei, beach tennis, jiu jitsu, quadra, skate, surfe',
    'futebol esporte futebolbrasileiro volei beachtennis jiujitsu esportes torcida campeonato mma skate surf',
  ),
];
