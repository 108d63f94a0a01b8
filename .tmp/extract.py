import re
L=open('openapi.yaml').read().split('\n')
for n in ['CustomersErrorEntry','CustomersErrorMessages','JsonRpcParamsByName','RpcErrorData','PlacedOrderItem','ClockFreeze','ClockAdvance']:
    i=next(k for k,l in enumerate(L) if re.match(r'^\s*(- )?title: %s$'%n,l))
    m=re.match(r'^(\s*)(- )?title',L[i]); ind=len(m.group(1))+(2 if m.group(2) else 0)
    j=i+1
    while L[j].startswith(' '*ind): j+=1
    block=[ (' '*ind+ l[ind:]) for l in L[i:j]]
    block[0]=' '*ind+f'title: {n}'
    new=[f'    {n}:']+[' '*6+l[ind:] for l in block]
    L[i:j]=[(m.group(1)+'- ' if m.group(2) else ' '*ind)+f'$ref: "#/components/schemas/{n}"']
    # end of the containing component
    k=i+1
    while L[k].startswith('     '): k+=1
    L[k:k]=new
t='\n'.join(L)
open('openapi.yaml','w').write(t)
