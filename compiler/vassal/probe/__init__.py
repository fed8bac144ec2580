"""The probe: a small Java program of ours that opens a module in a real VASSAL, and what we make of its report.

`*.java` is the program (package `probe`; `VassalProbe.java` lists its options); it is compiled against the VASSAL
that the user has. `launch` compiles and starts it, `report` reads what it wrote, `places` compares where the pieces
are with where they should be, `findings` turns it all into diagnostics.
"""
