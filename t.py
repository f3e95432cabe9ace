import subprocess,math,json,sys
P='/work/wt/clone/build/check/src/app/permeability'
def K(kind,n,R):
    open(f'{kind}.ini','w').write(f'kind = {kind}\nsize = {n}\nradius = {R}\n')
    o=subprocess.run([P,'solve',f'{kind}.ini','--walls','sub-voxel','--tolerance','1e-5','--precision','float64','--device','cpu','--output','o','--overwrite','--json'],capture_output=True,text=True)
    t=open('o/result.json').read()
    import re
    return float(re.search(r'"permeability_voxel2": ([0-9.eE+-]+)',t).group(1)) if 'permeability_voxel2' in t else print(t[:1500]) or sys.exit()
for kind,per in (('sc',1),('bcc',2),('fcc',4)):
    for por in (0.5,0.9):
        r=((1-por)*3/(4*math.pi)/per)**(1/3)
        n=32
        d=.2
        if kind=='sc' and por==.5: d=.1
        a=K(kind,n,r*n-d);b=K(kind,n,r*n+d)
        print(kind,por,round(r*n,3),'K',a,b,'-dlnK/dR*n',math.log(a/b)/2/d*n,flush=True)
