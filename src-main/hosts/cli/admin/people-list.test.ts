import { describe, expect, test } from 'vitest';
import { listed, readWishes } from './people-list.ts';

const ada = { asked: 'ada@lab.test', amount: 50 };
const ben = { asked: 'u7', amount: 50 };

describe('people and the amount', () => {
  test('stand behind the command, one or several', () => {
    expect(readWishes(['ada@lab.test', '50'], undefined)).toEqual([ada]);
    expect(readWishes(['ada@lab.test', 'u7', '50'], undefined)).toEqual([ada, ben]);
  });

  test.each([
    ['a table with a head, in any case', 'Name;E-Mail\r\nAda;ada@lab.test\r\n', ['50'], [ada]],
    ['an amount for each', 'email,amount\nada@lab.test,50\n', [], [ada]],
    ['ids, where there is no address', 'e-mail,id\nada@lab.test,u1\n,u7', ['50'], [ada, ben]],
    ['one person a line', 'ada@lab.test\nu7\n', ['50'], [ada, ben]],
    ['one person a line, with the amount', 'ada@lab.test,50\nu7,50', [], [ada, ben]],
  ])('may be a list: %s', (_what, table, words, wishes) => {
    expect(listed(table, words)).toEqual(wishes);
  });

  test('a table of users that Labseal wrote names the people; its balances are no amounts', () => {
    const table =
      'name,e-mail,organisation,status,credits,registered,id\nAda,ada@lab.test,,,9000,,u1';
    expect(listed(table, ['50'])).toEqual([ada]);
    expect(() => listed(table, [])).toThrow('write the amount behind the command');
  });

  test.each([
    [[], /Name the people/],
    [['50'], /Name the people/],
    [['ada@lab.test', 'few'], /whole number from 1 on.*not "few"/],
    [['ada@lab.test', '-5'], /whole number/],
  ])('what is behind the command is checked: %j', (words, said) => {
    expect(() => readWishes(words, undefined)).toThrow(said);
  });

  test.each([
    ['', ['50'], /needs a column/],
    ['name,place\nAda,Pisa', ['50'], /needs a column "e-mail" or "id"/],
    ['e-mail', ['50'], /names nobody/],
    ['e-mail,amount\nada@lab.test,5', ['50'], /leave <amount> out/],
    ['e-mail,amount\nada@lab.test,1.5', [], /amount of ada@lab.test .*not "1.5"/],
    ['e-mail,name\n,Ada', ['50'], /Person 1 of the list/],
    ['e-mail\nada@lab.test', ['u7', '50'], /not both/],
  ])('a list is checked before anything is asked: %j', (table, words, said) => {
    expect(() => listed(table, words)).toThrow(said);
  });

  test('a list has an end, and has to be there', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `u${at}`);
    expect(() => readWishes([...many, '5'], undefined)).toThrow('At most 1,000 people');
    expect(() => readWishes(['5'], 'no such file.csv')).toThrow('cannot be read');
  });
});
