//! The door for the command and the tests of this repository.

/// Methods that are public with the cargo feature `internals` and the crate's own without it: they take and give types of
/// the layers, with which a program could do what the rules of a game forbid.
macro_rules! internals {
    (impl $type:ident {$(
        $(#[$meta:meta])*
        pub fn $name:ident $(<$life:lifetime>)? ($($argument:tt)*) $(-> $result:ty)? $body:block
    )*}) => {
        impl $type {$(
            $(#[$meta])*
            #[cfg(feature = "internals")]
            pub fn $name $(<$life>)? ($($argument)*) $(-> $result)? $body

            $(#[$meta])*
            #[cfg(not(feature = "internals"))]
            pub(crate) fn $name $(<$life>)? ($($argument)*) $(-> $result)? $body
        )*}
    };
}

pub(crate) use internals;
