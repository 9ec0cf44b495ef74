/** One of every node that the VRML reader knows. */
export const VRML_SCENE = String.raw`#VRML V2.0 utf8
PROTO Leg [ field SFFloat length 1 exposedField SFVec3f at 0 0 0 ] { Transform { translation IS at children Shape { geometry Cylinder { height IS length radius 0.1 } } } }
DEF a Transform { translation 1 2 3 center 1 0 0 rotation 0 0 1 1.5 scale 2 3 4 scaleOrientation 0 0 1 0.5 children [
 DEF s Shape { appearance DEF m Appearance { material Material { diffuseColor 1 0 0 } } geometry DEF f IndexedFaceSet { coord DEF c Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 1, 1 1 1, 0 1 1 ] } coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 2 3 7 6 -1 1 2 6 5 -1 0 4 7 3 ] } }
 Shape { geometry IndexedLineSet { coord USE c coordIndex [ 0 1 2 -1 3 4 -1 ] } } Shape { geometry PointSet { coord USE c } } ] }
DEF b Group { children [ USE a USE s Leg { length 3 } DEF l Leg { at 1 1 1 } ] }
LOD { level [ Shape { geometry Sphere { radius 2 } } ] } Switch { whichChoice 0 choice [ Shape { geometry Cone { bottom FALSE } } ] }
Shape { geometry ElevationGrid { xDimension 3 zDimension 2 height [ 0 1 0 0 1 0 ] } }
Shape { geometry Extrusion { crossSection [ 0 0 0 2 1 2 1 1 2 1 2 0 0 0 ] spine [ 0 0 0 0 3 0 1 4 0 ] scale [ 1 1 2 2 1 1 ] orientation [ 0 1 0 0.5 ] } }
Inline { url "x.wrl" } WorldInfo { title "a \"b\"" } # end
`;
